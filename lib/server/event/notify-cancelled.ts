import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { formatWhen } from "./format-when";
import type { TicketRecord } from "./record";
import type { CancelledOrder } from "./refund-cancelled-order";

/** Refunded amount in kobo, or `delayed` if the refund has failed so far. */
type RefundMoney = { amount: number } | "delayed";

/** Notifies the buyer of an order and every other ticket holder of the cancellation, once each. */
export async function notifyCancelled(
  tx: Transaction,
  { order, event }: CancelledOrder,
  { ticketsBefore, money }: { ticketsBefore: readonly TicketRecord[]; money: RefundMoney },
): Promise<void> {
  const title = `${event.title} is cancelled`;
  const intro = `${event.title} (${formatWhen(event)}, ${event.venue}) is cancelled. Your tickets are no longer valid.`;
  const data = { category: "event", event_id: event.id };
  const notify = (userId: string, body: string) =>
    notifyCitizen(
      tx,
      userId,
      { subject: title, text: body ? `${intro}\n\n${body}` : intro, title, body: body || intro, data },
      "bulk_mail",
    );
  await notify(order.userId, await buyerText(tx, { order, event }, money));
  const others = new Set(ticketsBefore.map(({ holderId }) => holderId));
  others.delete(order.userId);
  const isPaid = ticketsBefore.some(({ price }) => price > 0);
  for (const holderId of others) await notify(holderId, isPaid ? "Any money is refunded to the person who paid." : "");
}

/** Notifies the buyer that a delayed refund was made. The buyer already knows of the cancellation. */
export async function notifyRefundMade(tx: Transaction, cancelled: CancelledOrder, amount: number): Promise<void> {
  const { order, event } = cancelled;
  const subject = `Your refund for ${event.title}`;
  const text = await buyerText(tx, cancelled, { amount });
  const data = { category: "event", event_id: event.id };
  await notifyCitizen(tx, order.userId, { subject, text, title: subject, body: text, data }, "bulk_mail");
}

async function buyerText(tx: Transaction, { order }: CancelledOrder, money: RefundMoney): Promise<string> {
  if (money === "delayed") return "Your refund takes longer. You get a message once it is done.";
  if (money.amount === 0 || !order.transactionId) return "";
  const [payment] = await tx.select().from(transactions).where(eq(transactions.id, order.transactionId));
  const target = payment?.channel === "wallet" ? "your wallet" : "where you paid from";
  return `${formatMoney(money.amount)} is refunded to ${target} (order ${order.reference}).`;
}
