import "server-only";
import { eq } from "drizzle-orm";
import type { OwnAccount } from "@/lib/contract/user.app";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { users } from "@/lib/server/db/schema/user";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { refuseChanged, saveVersion } from "@/lib/server/records/version";
import { kept, leaveGroups, refuseObstacles, UNRESTRICTED } from "./change-user";
import { ownAccount } from "./own-account";
import { userRecord } from "./single";
import { statusNow } from "./status";

const OFFICE = "The office can close it: the citizen has to contact the office.";

/**
 * Closes a citizen's account for good, at their own request. Phone number and email address are free for a new account.
 * A suspended or restricted account stays, so that nobody ends an investigation by closing it.
 * @throws 404; 409 unless active, when changed since, and with every obstacle in words while money or something else is left
 */
export async function closeAccount(
  { tx, app, citizen, audit }: WriteContext,
  input: { userId: string; version: number },
): Promise<OwnAccount> {
  const user = await citizen(input.userId);
  // The wallet after the user, and then the row against others that refer to it, as when an admin closes an account.
  await lockAccounts(tx, [user.id]);
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("update");
  const current = () => ownAccount(tx, app, user);
  await refuseChanged("account", user, input.version, current);
  const status = statusNow(user);
  if (status !== "active") throw refuse.conflict(`This account is ${status}. ${OFFICE}`, await current());
  await refuseObstacles(tx, user, { reader: "citizen", current });
  const closed = await saveVersion(tx, users, user.id, {
    ...UNRESTRICTED,
    status: "closed",
    statusReason: "Closed by the citizen in the app.",
    statusMessage: null,
    statusChangedAt: new Date(),
    sessionsResetAt: new Date(),
  });
  const left = await leaveGroups(tx, user.id);
  audit({
    record: userRecord(user),
    before: kept(user),
    after: { ...kept(closed), ...(left.length && { groups_left: left }) },
  });
  return ownAccount(tx, app, closed);
}
