import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";

/**
 * Approval preview of a payout batch: the sum of its rows, which are paid one by one after the approval. Changes since
 * the applications' approval are compared row by row (changes-since-approval.ts).
 */
export const payoutBatchPreview: ApprovalPreview = {
  async moves(db, { recordId }) {
    const { rows } = await db.execute<Record<"banks" | "wallets" | "people", string>>(sql`
      select coalesce(sum(r.amount) filter (where a.payout_kind = 'bank'), 0) as banks,
        coalesce(sum(r.amount) filter (where a.payout_kind <> 'bank'), 0) as wallets,
        count(distinct a.user_id) filter (where a.payout_kind <> 'bank') as people
      from grant_batch_rows r join grant_applications a on a.id = r.application_id
      where r.batch_id = ${recordId} and r.state = 'pending'`);
    const [banks, wallets] = [Number(rows[0]?.banks), Number(rows[0]?.wallets)];
    const postings = [
      { accountId: IDS.grants_pool, amount: -(banks + wallets) },
      { accountId: IDS.settlement_float, amount: banks },
    ];
    return {
      postings: postings.filter(({ amount }) => amount !== 0),
      wallets: { people: Number(rows[0]?.people), amount: wallets },
      released: { pool: "grants_pool", amount: banks + wallets },
    };
  },
};
