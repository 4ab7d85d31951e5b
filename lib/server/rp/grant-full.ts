import "server-only";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";

/** Asks for the roles that would make this admin a full administrator. */
export function requestFull(
  tx: Transaction,
  grant: {
    record: RecordRef;
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
