import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import type { TransactionRecord } from "./change-transaction";
import { maskedName } from "./own-transaction";
import { isPaidThroughProvider, isReclaimableByBank } from "./postings";

type News = { title: string; text: string };

/**
 * Notifies the payer of a refund, and the receiver of a refunded transfer, whose wallet gave the money. The notices never
 * contain the admin's reason, which may be confidential.
 * @param refund `amount`: kobo taken from the receiver; `back`: the part of them that reaches the payer
 */
export async function notifyOfRefund(
  tx: Transaction,
  payment: TransactionRecord,
  { amount, back }: { amount: number; back: number },
): Promise<void> {
  await notifyParties(tx, payment, {
    payer: refundNews(payment, { amount: formatMoney(amount), back: formatMoney(back) }),
    receiver: (payer) => ({
      title: `${formatMoney(amount)} returned to ${payer}`,
      text: `${formatMoney(amount)} that ${payer} sent you was returned to them from your wallet.`,
    }),
  });
}

function refundNews(payment: TransactionRecord, { amount, back }: { amount: string; back: string }): News {
  // The office paid the grant, so a refund takes money from the citizen.
  if (payment.type === "grant_payout")
    return { title: `${amount} of a grant returned`, text: `${amount} of your grant was returned from your wallet.` };
  if (payment.type === "wallet_funding")
    return {
      title: `${back} refunded`,
      text: `${back} that you added to your wallet is refunded to where you paid from. It was taken from your wallet.`,
    };
  return { title: `${back} refunded`, text: `${back} of your payment is refunded to ${targetText(payment)}.` };
}

const targetText = (payment: TransactionRecord) =>
  isPaidThroughProvider(payment) ? "where you paid from" : "your wallet";

/** Notifies the payer that a promised refund is late or refused by the provider, or that the provider has accepted it after all. */
export function notifyOfLateRefund(tx: Transaction, refund: TransactionRecord, outcome: keyof typeof LATE_REFUND_NEWS) {
  const payer = LATE_REFUND_NEWS[outcome](formatMoney(refundAmountToPayer(refund)));
  return notifyParties(tx, refund, { payer });
}

const LATE_REFUND_NEWS = {
  delayed: (amount: string) => ({
    title: "Your refund takes longer",
    text: `Your refund of ${amount} could not be sent yet. We keep trying, and will tell you when it is sent. You need to do nothing.`,
  }),
  refused: (amount: string) => ({
    title: "Your refund takes longer",
    text: `Your refund of ${amount} could not be sent to where you paid from. Our staff are looking into it. You need to do nothing.`,
  }),
  sent: (amount: string) => ({
    title: `${amount} refunded`,
    text: `Your refund of ${amount} was sent to where you paid from.`,
  }),
};

/** Kobo of a refund that reach the payer, without what returns to the promotions pool. */
export const refundAmountToPayer = ({ amount, discount, cashback }: TransactionRecord) => amount - discount - cashback;

/** Notifies the payer of a dispute's outcome, and the receiver of a transfer that is returned. Never contains the reason. */
export async function notifyOfDispute(
  tx: Transaction,
  payment: TransactionRecord,
  { outcome, loss }: { outcome: "won" | "lost"; loss: number },
): Promise<void> {
  const amount = formatMoney(loss);
  const title = "The dispute about your payment is decided";
  if (outcome === "won") {
    const text = `The dispute about your payment of ${formatMoney(payment.amount)} is decided. The payment stands, so it is not refunded.`;
    return notifyParties(tx, payment, { payer: { title, text } });
  }
  const back = isReclaimableByBank(payment)
    ? `Your bank returns ${amount} to you.`
    : `${amount} is in your wallet again.`;
  await notifyParties(tx, payment, {
    payer: {
      title,
      text: `The dispute about your payment of ${formatMoney(payment.amount)} is decided in your favour. ${back}`,
    },
    receiver: isReclaimableByBank(payment)
      ? undefined
      : (payer) => ({
          title: `${formatMoney(payment.amount)} returned to ${payer}`,
          text: `${formatMoney(payment.amount)} that ${payer} sent you was returned to them from your wallet, because they won a dispute.`,
        }),
  });
}

/** Notifies payer and receiver. @param news `receiver`: for the receiver of a transfer, with the payer's masked name */
async function notifyParties(
  tx: Transaction,
  payment: TransactionRecord,
  news: { payer: News; receiver?: (payer: string) => News },
): Promise<void> {
  const notification = (of: News) => ({
    subject: of.title,
    text: `${of.text}\n\nReference: ${payment.reference}`,
    title: of.title,
    body: of.text,
    data: { category: "transaction", transaction_id: payment.id },
  });
  await notifyCitizen(tx, payment.userId, notification(news.payer));
  const { counterpartyId } = payment;
  if (!counterpartyId || !news.receiver) return;
  const [payer] = await tx.select().from(users).where(eq(users.id, payment.userId));
  if (!payer) return;
  await notifyCitizen(tx, counterpartyId, notification(news.receiver(maskedName(payer))));
}
