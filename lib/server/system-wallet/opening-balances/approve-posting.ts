import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { openingBalanceFiles } from "@/lib/server/db/schema/opening-balance";
import { lockBalanceFile } from "./balance-file";

const payload = z.object({ lines: z.int(), amount: z.int() });

/** Approves a file of opening balances, which are posted after the commit (post-balances.ts). */
export const approveOpeningBalancePosting: ApprovalHandler = {
  lock: lockBalanceFile,
  async approve(tx, approval, approverId) {
    const file = await lockBalanceFile(tx, approval.recordId);
    const { lines, amount } = payload.parse(approval.payload);
    if (file.state !== "stored") throw refuse.conflict("The posting of this file is approved already.");
    await tx
      .update(openingBalanceFiles)
      .set({ state: "posting", approvedBy: approverId, approvedAt: new Date() })
      .where(eq(openingBalanceFiles.id, file.id));
    return { before: { state: "requested" }, after: { state: "posting", lines, sum: formatMoney(amount) } };
  },
};

/** Shows an approver the postings, which record money that is already in the bank as owed to citizens. */
export const openingBalancePostingPreview: ApprovalPreview = {
  async moves(_, approvalInput) {
    const { lines, amount } = payload.parse(approvalInput.payload);
    return {
      postings: [{ accountId: SYSTEM_ACCOUNT_IDS.settlement_float, amount: -amount }],
      wallets: { people: lines, amount },
    };
  },
};
