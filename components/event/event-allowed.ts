import type { EventSingle } from "@/lib/contract/event";

type Standing = Pick<EventSingle, "state" | "awaiting">;

const WAITING = "A cancellation awaits approval. Nothing can be changed until it is decided.";

/** Explains why nothing of an event can be changed. Returns null if something can. */
export function lockedWords({ state, awaiting }: Standing): string | null {
  if (state === "cancelled") return "This event is cancelled. Nothing can be changed.";
  return awaiting ? WAITING : null;
}

/** Explains why start, end and capacity can't be changed. Returns null if they can. */
export const timesLockedWords = (event: Standing): string | null =>
  lockedWords(event) ?? (event.state === "ended" ? "This event is over. Dates and capacity can't be changed." : null);

/** Explains why the ticket types can't be changed. Returns null if they can. */
export const typesLockedWords = (event: Standing): string | null =>
  lockedWords(event) ?? (event.state === "ended" ? "This event is over. Its ticket types can't be changed." : null);
