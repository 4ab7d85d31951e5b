import "server-only";
import { type FeatureAccess, isFull } from "@/lib/contract/access";
import { requestApproval } from "@/lib/server/approvals/request";
import type { Transaction } from "@/lib/server/db/client";
import { refuse } from "@/lib/server/errors";

/** What the audit trail says of a grant that nobody could approve. */
export const ONLY_FULL = { approval: "not needed: granted by the only full administrator" };

/**
 * Whether a grant of full administration waits for another full administrator. Where the caller is the only one, nobody
 * could approve it, and an installation would never get a second: then it holds at once, and the audit row says so.
 * @throws 403 when nobody has full administration: only somebody who has it can begin to give it.
 */
export function waitsForSecond(at: { caller: string; own: readonly FeatureAccess[]; full: Set<string> }): boolean {
  if ([...at.full].some((id) => id !== at.caller)) return true;
  if (isFull(at.own)) return false;
  throw refuse.forbidden("Only a full administrator can make somebody a full administrator, and there is none.");
}

/** Asks for the roles that would make this admin a full administrator. */
export function requestFull(
  tx: Transaction,
  grant: {
    record: { type: string; id: string; name: string };
    wanted: readonly { id: string; name: string }[];
    caller: string;
    reason?: string;
  },
) {
  const names = grant.wanted.map(({ name }) => name).join(", ");
  return requestApproval(tx, {
    kind: "rp.assignRoles",
    record: grant.record,
    change: `Full administration by the roles: ${names}`,
    payload: { role_ids: grant.wanted.map(({ id }) => id) },
    requestedBy: grant.caller,
    reason: grant.reason ?? "",
  });
}
