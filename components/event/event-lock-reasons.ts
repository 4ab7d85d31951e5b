import type { EventDetails } from "@/lib/contract/event";

type EventStatus = Pick<EventDetails, "state" | "awaiting">;

const AWAITING_APPROVAL = "A cancellation awaits approval. Nothing can be changed until it is decided.";

/** Explains why an event can't be changed at all. Returns null if something can be changed. */
export function eventLockReasonOf({ state, awaiting }: EventStatus): string | null {
  if (state === "cancelled") return "This event is cancelled. Nothing can be changed.";
  return awaiting ? AWAITING_APPROVAL : null;
}

/** Explains why an event's start, end and capacity can't be changed. Returns null if they can. */
export const eventTimesLockReasonOf = (event: EventStatus): string | null =>
  eventLockReasonOf(event) ??
  (event.state === "ended" ? "This event is over. Dates and capacity can't be changed." : null);

/** Explains why an event's ticket types can't be changed. Returns null if they can. */
export const ticketTypesLockReasonOf = (event: EventStatus): string | null =>
  eventLockReasonOf(event) ??
  (event.state === "ended" ? "This event is over. Its ticket types can't be changed." : null);
