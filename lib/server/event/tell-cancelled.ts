import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { tellCitizen } from "@/lib/server/citizen/tell-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import type { TicketRecord } from "./record";
import type { CancelledOrder } from "./refund-cancelled-order";
import { whenOf } from "./ticket-words";

/** What became of the money: kobo that went back, or that its refund takes longer. */
type Money = { amount: number } | "delayed";

/** Tells the buyer of an order and every other holder of its tickets, each once, that the event is cancelled. */
export async function tellCancelled(
  tx: Transaction,
  { order, event }: CancelledOrder,
  { held, money }: { held: readonly TicketRecord[]; money: Money },
): Promise<void> {
  const title = `${event.title} is cancelled`;
  const line = `${event.title} (${whenOf(event)}, ${event.venue}) is cancelled. Your tickets are no longer valid.`;
  const data = { category: "event", event_id: event.id };
  const tell = (userId: string, body: string) =>
    tellCitizen(tx, userId, {
      subject: title,
      text: body ? `${line}\n\n${body}` : line,
      title,
      body: body || line,
      data,
    });
  await tell(order.userId, await toBuyer(tx, { order, event }, money));
  const others = new Set(held.map(({ holderId }) => holderId));
  others.delete(order.userId);
  const isPaid = held.some(({ price }) => price > 0);
  for (const holderId of others) await tell(holderId, isPaid ? "Any money goes back to the person who paid." : "");
}

/** Tells the buyer alone, who knows of the cancellation, that the money went back after all. */
export async function tellMoney(tx: Transaction, cancelled: CancelledOrder, amount: number): Promise<void> {
  const { order, event } = cancelled;
  const subject = `Your refund for ${event.title}`;
  const text = await toBuyer(tx, cancelled, { amount });
  const data = { category: "event", event_id: event.id };
  await tellCitizen(tx, order.userId, { subject, text, title: subject, body: text, data });
}

async function toBuyer(tx: Transaction, { order }: CancelledOrder, money: Money): Promise<string> {
  if (money === "delayed") return "Your refund takes longer. You will get a message once it is made.";
  if (money.amount === 0 || !order.transactionId) return "";
  const [payment] = await tx.select().from(transactions).where(eq(transactions.id, order.transactionId));
  const where = payment?.channel === "wallet" ? "your wallet" : "where you paid from";
  return `${formatMoney(money.amount)} goes back to ${where} (order ${order.reference}).`;
}
