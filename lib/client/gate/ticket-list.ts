import type { GateTicket, ScanAnswer } from "@/lib/contract/event-gate";
import type { GateStore, TicketListKey } from "./store";

/** Loads one part of the ticket list from the API. */
type ReadListPage = (
  input: { eventId: string; after?: string },
  signal: AbortSignal,
) => Promise<{ items: GateTicket[]; next: string; more: boolean }>;

type LearnedState = Pick<GateTicket, "s" | "at" | "g">;

/** Manages the ticket list of one event on this phone. */
export function createGateTicketList(owner: TicketListKey, store: GateStore, read: ReadListPage) {
  /** Time at which this phone last got each ticket's state from the server, by key. Monotonic, because the clock may be changed. */
  const learnedByKey = new Map<string, number>();
  /** Ticket states that are not stored yet, because the storage may be busy writing a part of the list. */
  const unwrittenByKey = new Map<string, LearnedState>();

  /** Loads changes of the ticket list since the last load; `onPage` runs after each part. @throws what `read` throws */
  async function pullPages(signal: AbortSignal, onPage: (progress: { kept: number; whole: boolean }) => Promise<void>) {
    let before = await store.progress(owner);
    for (let hasMore = true; hasMore; ) {
      const requestedAt = performance.now();
      const page = await read({ eventId: owner.event, ...(before && { after: before.after }) }, signal);
      // Drops "valid" tickets that this phone has checked in since the request: storing the older state would make them valid again.
      const items = page.items.filter(({ k, s }) => s !== "valid" || (learnedByKey.get(k) ?? 0) < requestedAt);
      hasMore = page.more;
      before = { after: page.next, whole: before?.whole === true || !hasMore, at: Date.now() };
      await store.putPage(owner, items, before);
      await onPage({ kept: await store.count(owner), whole: before.whole });
    }
  }

  /** Stores the server's response about a ticket of this event. */
  async function learnAnswer(key: string, answer: ScanAnswer) {
    if (!answer.ticket || answer.result === "other_event") return;
    learnedByKey.set(key, performance.now());
    const { state, at, gate } = answer.ticket;
    const change: LearnedState = { s: state, at, g: gate };
    unwrittenByKey.set(key, change);
    try {
      const storedTicket = await store.ticket(owner, key);
      // Ignores a ticket that is not in the list yet. The next part contains it, with its holder's name.
      if (storedTicket) await store.putTicket(owner, { ...storedTicket, ...change });
    } finally {
      if (unwrittenByKey.get(key) === change) unwrittenByKey.delete(key);
    }
  }

  async function findTicket(key: string): Promise<GateTicket | null> {
    const storedTicket = await store.ticket(owner, key);
    return storedTicket && { ...storedTicket, ...unwrittenByKey.get(key) };
  }

  return { pull: pullPages, learn: learnAnswer, find: findTicket };
}
