import "server-only";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { lagosDayOf } from "@/lib/server/base/time";
import { headAccountText, headRowOn, readRowsOfHead } from "./record";

/** Shows an approver the bank account that a revenue head has now. */
export const headChangePreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const rows = await readRowsOfHead(db, recordId);
    const row = headRowOn(rows, lagosDayOf(new Date())) ?? rows[0];
    return { "Account now": row ? headAccountText(row) : "none" };
  },
};
