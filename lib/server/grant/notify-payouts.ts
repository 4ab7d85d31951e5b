import "server-only";
import { formatMoney } from "@/lib/format";
import { type News, notifyCitizens } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import type { ApplicationRecord } from "./application-record";

type Paid = {
  application: Pick<
    ApplicationRecord,
    "id" | "reference" | "userId" | "programmeId" | "payoutKind" | "bank" | "accountLast4"
  >;
  programme: { name: string };
  /** Amount in kobo. */
  amount: number;
};

/**
 * Queues messages to applicants: the grant is paid, or its payment is delayed. Never contains the reason, which may be a
 * confidential restriction.
 */
export const notifyPayouts = (tx: Transaction, payouts: readonly Paid[], outcome: "paid" | "delayed") =>
  notifyCitizens(
    tx,
    payouts.map((paid) => ({ userId: paid.application.userId, news: newsOf(paid, outcome) })),
  );

function newsOf({ application, programme, amount }: Paid, outcome: "paid" | "delayed"): News {
  const { payoutKind, bank, accountLast4 } = application;
  const where = payoutKind === "wallet" ? "your wallet" : `your account at ${bank} ending in ${accountLast4}`;
  const title = outcome === "paid" ? "Your grant is paid" : "The payment of your grant takes longer";
  const body =
    outcome === "paid"
      ? `${formatMoney(amount)} of ${programme.name} was paid to ${where}.`
      : `${formatMoney(amount)} of ${programme.name} could not be paid to ${where} yet. We are looking into it and will tell you when it is paid.`;
  return {
    subject: title,
    text: `${body}\n\nYour application: ${application.reference}`,
    title,
    body,
    data: { category: "grant", programme_id: application.programmeId, application_id: application.id },
  };
}
