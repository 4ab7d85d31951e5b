import "server-only";
import { and, eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import type { EventState, TicketSaleState } from "@/lib/contract/event.values";
import { events, type ticketTypes } from "@/lib/server/db/schema/event";

/** Database row of an event. */
export type EventRecord = typeof events.$inferSelect;
/** Database row of a ticket type. */
export type TicketTypeRecord = typeof ticketTypes.$inferSelect;

/** Returns the current state: a live event is `ended` once its end has passed. */
export const eventStateOf = ({ state, endsAt }: Pick<EventRecord, "state" | "endsAt">, now = Date.now()): EventState =>
  state === "live" && endsAt && endsAt.getTime() <= now ? "ended" : state;

/** Returns an SQL condition: the event is in this state now. */
export function isEventInState(state: EventState): SQL | undefined {
  if (state === "live") return and(eq(events.state, "live"), gt(events.endsAt, sql`now()`));
  if (state === "ended") return and(eq(events.state, "live"), lte(events.endsAt, sql`now()`));
  return eq(events.state, state);
}

/** Returns an SQL condition: the event is in one of these states now. */
export const isEventInStates = (states: readonly EventState[]) => or(...states.map(isEventInState));

/** Returns the current sale state of a live event's ticket type. @param available seats of type and event */
export function saleStateOf(
  type: Pick<TicketTypeRecord, "hidden" | "salesFrom" | "salesUntil">,
  available: number,
  now = Date.now(),
): TicketSaleState {
  if (type.hidden) return "hidden";
  if (type.salesUntil && type.salesUntil.getTime() <= now) return "over";
  if (type.salesFrom && type.salesFrom.getTime() > now) return "not_yet";
  return available > 0 ? "on_sale" : "sold_out";
}
