import "server-only";
import { eq, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { type eventOrders, events, type tickets } from "@/lib/server/db/schema/event";
import type { EventRecord } from "./state";

/** Record type of events in the audit trail and in approvals. */
export const EVENT_RECORD_TYPE = "event" as const;
/** Record type of tickets in the audit trail and in approvals. */
export const TICKET_RECORD_TYPE = "ticket" as const;
/** Record type of ticket orders in the audit trail. */
export const EVENT_ORDER_RECORD_TYPE = "event_order" as const;
/** Record type of event categories in the audit trail. */
export const EVENT_CATEGORY_RECORD_TYPE = "event_category" as const;

/** Database row of a ticket order. */
export type OrderRecord = typeof eventOrders.$inferSelect;
/** Database row of a ticket. */
export type TicketRecord = typeof tickets.$inferSelect;

/** Returns the reference to an event for audit rows. */
export const eventRecordRef = ({ id, title }: Pick<EventRecord, "id" | "title">) => ({
  type: EVENT_RECORD_TYPE,
  id,
  name: title,
});
/** Returns the reference to a ticket for audit rows. */
export const ticketRecordRef = ({ id, reference }: Pick<TicketRecord, "id" | "reference">) => ({
  type: TICKET_RECORD_TYPE,
  id,
  name: reference,
});
/** Returns the reference to a ticket order for audit rows. */
export const orderRecordRef = ({ id, reference }: Pick<OrderRecord, "id" | "reference">) => ({
  type: EVENT_ORDER_RECORD_TYPE,
  id,
  name: reference,
});

/**
 * Locks an event until the transaction ends. To avoid deadlocks, all code locks this module's rows in one order:
 * transaction → order → ledger accounts → tickets → event → ticket types by id.
 * @throws 404
 */
export async function lockEvent(tx: Transaction, eventId: string): Promise<EventRecord> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("no key update");
  if (!event) throw refuse.notFound("event");
  return event;
}

/** Returns the database's time in ms, because triggers compare starts and ends with it. */
export async function readDatabaseTimeMs(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  return rows[0]?.now ?? Date.now();
}
