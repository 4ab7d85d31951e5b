import "server-only";
import { formatMoney } from "@/lib/format";
import { type News, tellCitizens } from "@/lib/server/citizen/tell-citizen";
import type { Transaction } from "@/lib/server/db/client";
import type { ApplicationRecord } from "./application-record";

type Paid = {
  application: Pick<
    ApplicationRecord,
    "id" | "reference" | "userId" | "programmeId" | "payoutKind" | "bank" | "accountLast4"
  >;
  programme: { name: string };
  /** Kobo. */
  amount: number;
};

/**
 * Queues what applicants read of the payment of their grants: that it is made, or that it takes longer. Never why: that may be
 * about a restriction.
 */
export const tellPayouts = (tx: Transaction, payouts: readonly Paid[], outcome: "paid" | "delayed") =>
  tellCitizens(
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
