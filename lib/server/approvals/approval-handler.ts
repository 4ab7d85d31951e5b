import "server-only";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import type { approvals } from "@/lib/server/db/schema/approvals";

export type Approval = typeof approvals.$inferSelect;

/** What a module does when a request of its kind is approved. Registered in ./handlers-by-kind.ts. */
export type ApprovalHandler = {
  /** Locks that the module takes before rows, so that everybody takes them in one order. */
  lock?: (tx: Transaction, recordId: string) => Promise<unknown>;
  /** The effect, in the transaction of the decision. What it throws undoes the decision; what it returns is audited. */
  approve: (tx: Transaction, approval: Approval, approverId: string) => Promise<Pick<AuditEntry, "before" | "after">>;
};
