import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { disputeOutcomeOf } from "@/lib/contract/dispute.values";
import type { Queryable } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { disputeLossAmount, isReclaimableByBank, type PaymentToPost } from "@/lib/server/transaction/postings";

/**
 * Returns the kobo that a lost dispute takes. If the provider reports the loss, returns the kobo that the provider deducts: the claim,
 * which includes our fee, or the part that we accepted. Otherwise returns the amount of the payment.
 */
export async function readDisputeLoss(db: Queryable, payment: PaymentToPost & { id: string }): Promise<number> {
  const usual = disputeLossAmount(payment);
  if (!isReclaimableByBank(payment)) return usual;
  const [reported] = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.transactionId, payment.id), eq(disputes.state, "resolved")))
    .orderBy(desc(disputes.openedAt), desc(disputes.id))
    .limit(1);
  if (!reported || disputeOutcomeOf(reported.resolution) !== "lost") return usual;
  // A claim of 0 kobo means that the provider reported no amount.
  const claim = reported.amount || usual;
  return reported.answer === "accept" && reported.sentAt ? (reported.answerAmount ?? claim) : claim;
}

/** Returns the kobo in the payload of a request to approve a lost dispute; undefined for requests of earlier releases, which lack it. */
export const disputeLossOfRequest = (payload: Record<string, unknown>) =>
  typeof payload.amount === "number" ? payload.amount : undefined;
