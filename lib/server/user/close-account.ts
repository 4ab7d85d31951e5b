import "server-only";
import { eq } from "drizzle-orm";
import type { OwnAccount } from "@/lib/contract/user.app";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { users } from "@/lib/server/db/schema/user";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import {
  NO_RESTRICTION_COLUMNS,
  refuseClosingObstacles,
  removeFromAllGroups,
  userStatusAuditFields,
} from "./change-user";
import { ownAccount } from "./own-account";
import { userRecordRef } from "./single";
import { currentUserStatus } from "./status";

const OFFICE_ADVICE = "The office can close it: the citizen has to contact the office.";

/**
 * Closes a citizen's account permanently at their own request, and releases its phone number and email address. Refuses
 * suspended and restricted accounts, so that closing can't end an investigation.
 * @throws 404; 409 if it is not active or has changed, or with a sentence for each obstacle, such as a balance
 */
export async function closeAccount(
  { tx, app, citizen, audit }: WriteContext,
  input: { userId: string; version: number },
): Promise<OwnAccount> {
  const user = await citizen(input.userId);
  // Uses the same lock order as when an admin closes an account: user, wallet, then the user's row for update.
  await lockAccounts(tx, [user.id]);
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("update");
  const current = () => ownAccount(tx, app, user);
  await rejectStaleVersion("account", user, input.version, current);
  const status = currentUserStatus(user);
  if (status !== "active") throw refuse.conflict(`This account is ${status}. ${OFFICE_ADVICE}`, await current());
  await refuseClosingObstacles(tx, user, { reader: "citizen", current });
  const closedUser = await updateVersionedRecord(tx, users, user.id, {
    ...NO_RESTRICTION_COLUMNS,
    status: "closed",
    statusReason: "Closed by the citizen in the app.",
    statusMessage: null,
    statusChangedAt: new Date(),
    sessionsResetAt: new Date(),
  });
  const leftGroups = await removeFromAllGroups(tx, user.id);
  await emitUserWebhook(tx, "user.closed", closedUser);
  audit({
    record: userRecordRef(user),
    before: userStatusAuditFields(user),
    after: { ...userStatusAuditFields(closedUser), ...(leftGroups.length && { groups_left: leftGroups }) },
  });
  return ownAccount(tx, app, closedUser);
}
