import "server-only";
import { v7 as uuid } from "uuid";
import type { Transaction } from "@/lib/server/db/client";
import { tickets } from "@/lib/server/db/schema/event";
import type { OrderItem } from "./change-order";
import type { OrderRecord } from "./record";
import { sellSeats } from "./seats";
import { createTicketCode } from "./ticket-code";
import { queueTicketMail } from "./ticket-mail";

/**
 * Converts the reserved seats of a paid or free order to tickets of the buyer, and queues one mail with all of them.
 * The caller has locked the order and its event.
 * @returns number of tickets
 */
export async function issueTickets(
  tx: Transaction,
  { id: orderId, eventId, userId }: Pick<OrderRecord, "id" | "eventId" | "userId">,
  items: readonly OrderItem[],
): Promise<number> {
  await sellSeats(tx, items);
  const rows = items.flatMap(({ ticketTypeId, quantity, price }) =>
    Array.from({ length: quantity }, () => {
      const id = uuid();
      const reference = `TKT-${id.slice(-12).toUpperCase()}`;
      return { ...createTicketCode(), id, reference, eventId, ticketTypeId, orderId, holderId: userId, price };
    }),
  );
  await tx.insert(tickets).values(rows);
  await queueTicketMail(tx, { userId, ticketIds: rows.map(({ id }) => id) });
  return rows.length;
}
