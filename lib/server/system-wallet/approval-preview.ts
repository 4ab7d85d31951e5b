import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney, titleCase } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalDetails, ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import type { Queryable } from "@/lib/server/db/client";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { reversalOf } from "@/lib/server/ledger/reverse";
import { readTransactionOfMovement } from "./clear-suspense";
import { effectsOfMovement, sumWalletPostings } from "./read-accounts";
import { readLimitsOfTier, tierLimitTexts, tierOfRecordId } from "./read-limits";
import { readSuspense } from "./read-suspense";

/** Shows an approver the postings of a manual transfer; for a reversal, the inverse postings of its ledger entry. */
export const movementPreview: ApprovalPreview = {
  async moves(db, { recordId }) {
    const effects = await effectsOfMovement(db, await readMovement(db, recordId));
    return sumWalletPostings(effects.map(({ accountId, amount }) => ({ accountId, amount })));
  },
  async basis(db, { recordId }): Promise<ApprovalDetails> {
    const movement = await readMovement(db, recordId);
    const subjectEntry = await readTransactionOfMovement(db, movement);
    const entryId = movement.reversesEntryId;
    return {
      ...(entryId && { "The entry": (await reversalOf(db, entryId)) ? "reversed" : "not reversed" }),
      ...(subjectEntry && {
        [`State of ${subjectEntry.reference}`]: titleCase(subjectEntry.state),
        [`Refunded of ${subjectEntry.reference}`]: formatMoney(subjectEntry.refundedAmount),
        [`On suspense for ${subjectEntry.reference}`]: formatMoney((await readSuspense(db, subjectEntry.id)).balance),
        [`Account of ${subjectEntry.user.name}`]: subjectEntry.user.status,
      }),
    };
  },
};

/** Shows an approver the current limits of a tier. New limits cause no postings. */
export const tierLimitsPreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const { daily_limit, highest_balance } = tierLimitTexts((await readLimitsOfTier(db, tierOfRecordId(recordId))).now);
    return { "Daily limit in force": daily_limit, "Highest balance in force": highest_balance };
  },
};

async function readMovement(db: Queryable, id: string) {
  const [movement] = await db.select().from(walletMovements).where(eq(walletMovements.id, id));
  if (!movement) throw refuse.notFound("movement");
  return movement;
}
