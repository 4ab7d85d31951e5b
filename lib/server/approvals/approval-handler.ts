import "server-only";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import type { approvals } from "@/lib/server/db/schema/approvals";

/** An approval request as stored. */
export type Approval = typeof approvals.$inferSelect;

/** Effect of approving a request of one kind, implemented by its module. Registered in ./handlers-by-kind.ts. */
export type ApprovalHandler = {
  /** Takes the module's locks before the request's row is locked, because all transactions must lock in the same order. */
  lock?: (tx: Transaction, recordId: string) => Promise<unknown>;
  /**
   * Applies the change in the decision's transaction; an error rolls back the decision. The returned values are added to the audit row of
   * the decision.
   */
  approve: (tx: Transaction, approval: Approval, approverId: string) => Promise<Pick<AuditEntry, "before" | "after">>;
};
