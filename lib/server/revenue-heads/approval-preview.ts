import "server-only";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { dayOf } from "@/lib/server/base/time";
import { headAccountText, headRowOn, rowsOfHead } from "./record";

/** Shows an approver the bank account that a revenue head has now. */
export const headChangePreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const rows = await rowsOfHead(db, recordId);
    const row = headRowOn(rows, dayOf(new Date())) ?? rows[0];
    return { "Account now": row ? headAccountText(row) : "none" };
  },
};
