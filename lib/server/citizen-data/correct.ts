import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { CORRECTABLE_USER_FIELDS } from "@/lib/contract/user.values";
import type { UserDataRequests, userCorrection } from "@/lib/contract/user-data";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { contactConflictForAdmin } from "@/lib/server/user/contact-taken";
import { readUserDetails, userRecordRef } from "@/lib/server/user/single";
import type { UserRecord } from "@/lib/server/user/status";
import {
  type CorrectedValues,
  correctedFieldsOf,
  correctionAuditValues,
  describeCorrection,
  refuseImpossibleCorrection,
  storedValues,
} from "./correction";
import { readDataRequests } from "./read-requests";

/**
 * Requests a correction of a citizen's name, phone number or email address. Nothing changes before another admin approves.
 * @throws 400 if nothing differs; 404; 409 if the account is closed or has changed, a correction already waits, another
 * account has the phone number or address, or the name is not that of the approved identity
 */
export async function requestCorrection(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof userCorrection>,
): Promise<UserDataRequests> {
  const user = await lockUserRow(tx, input.userId);
  const current = () => readUserDetails(tx, user.id, admin.rights);
  await rejectStaleVersion("account", user, input.version, current);
  const to = differingValues(user, input);
  const fields = correctedFieldsOf(to);
  if (!fields.length) throw refuse.badInput(SAME_VALUES_MESSAGE, { first_name: SAME_VALUES_MESSAGE });
  await refuseImpossibleCorrection(tx, user, to, current);
  const taken = await contactConflictForAdmin(tx, { phone: to.phone ?? undefined, email: to.email }, user.id);
  if (taken) throw taken;
  const from = storedValues(user, fields);
  const approval = await requestApproval(tx, {
    kind: "user.correct",
    record: userRecordRef(user),
    change: describeCorrection(from, to),
    payload: { from, to, evidence: input.evidence },
    requestedBy: admin.id,
    reason: input.reason,
  });
  audit({
    record: userRecordRef(user),
    before: correctionAuditValues(from),
    after: {
      awaiting_approval: approval.change,
      reason: input.reason,
      ...(input.evidence && { evidence: input.evidence }),
    },
  });
  return readDataRequests(tx, user.id);
}

const SAME_VALUES_MESSAGE = "These are the stored details. Change at least one of them.";

function differingValues(user: UserRecord, input: z.output<typeof userCorrection>): CorrectedValues {
  const stored = storedValues(user, CORRECTABLE_USER_FIELDS);
  return Object.fromEntries(
    CORRECTABLE_USER_FIELDS.flatMap((field) => {
      const value = input[field];
      return value === undefined || value === stored[field] ? [] : [[field, value]];
    }),
  );
}

/** Locks a user's row. The lock does not block payments, whose rows refer to the user. @throws 404 */
export async function lockUserRow(tx: Transaction, userId: string): Promise<UserRecord> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (!user) throw refuse.notFound("user");
  return user;
}
