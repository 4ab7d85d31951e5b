import "server-only";
import { formatMoney } from "@/lib/format";
import { type CitizenNotification, notifyCitizens } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import type { ApplicationRecord } from "./application-record";

type NotifiedPayout = {
  application: Pick<
    ApplicationRecord,
    "id" | "reference" | "userId" | "programmeId" | "payoutKind" | "bank" | "accountLast4"
  >;
  programme: { name: string };
  /** Paid or delayed amount in kobo. */
  amount: number;
};

/** Queues messages about paid or delayed grants. They omit the reason of a delay, which may be confidential. */
export const notifyPayouts = (tx: Transaction, payouts: readonly NotifiedPayout[], outcome: "paid" | "delayed") =>
  notifyCitizens(
    tx,
    payouts.map((notified) => ({ userId: notified.application.userId, news: message(notified, outcome) })),
    "bulk_mail",
  );

function message({ application, programme, amount }: NotifiedPayout, outcome: "paid" | "delayed"): CitizenNotification {
  const { payoutKind, bank, accountLast4 } = application;
  const target = payoutKind === "wallet" ? "your wallet" : `your account at ${bank} ending in ${accountLast4}`;
  const title = outcome === "paid" ? "Your grant is paid" : "The payment of your grant takes longer";
  const body =
    outcome === "paid"
      ? `${formatMoney(amount)} of ${programme.name} was paid to ${target}.`
      : `${formatMoney(amount)} of ${programme.name} could not be paid to ${target} yet. We are looking into it and will tell you when it is paid.`;
  return {
    subject: title,
    text: `${body}\n\nYour application: ${application.reference}`,
    title,
    body,
    data: { category: "grant", programme_id: application.programmeId, application_id: application.id },
  };
}
