import type { GateTicket, ScanAnswer } from "@/lib/contract/event-gate";
import type { GateStore, ListOwner } from "./store";

/** Loads one part of the list from the API. */
type ReadList = (
  input: { eventId: string; after?: string },
  signal: AbortSignal,
) => Promise<{ items: GateTicket[]; next: string; more: boolean }>;

type Learned = Pick<GateTicket, "s" | "at" | "g">;

/** Manages the ticket list of one event on this phone. */
export function ticketList(owner: ListOwner, store: GateStore, read: ReadList) {
  /** When this phone last learned a ticket's state, by key. Monotonic time, because the clock may be changed. */
  const learned = new Map<string, number>();
  /** Learned states that are not stored yet, because the storage may be busy with a part of the list. */
  const unwritten = new Map<string, Learned>();

  /** Loads changes since the last pull; `onPage` runs after each part. @throws what `read` throws */
  async function pull(signal: AbortSignal, onPage: (progress: { kept: number; whole: boolean }) => Promise<void>) {
    let before = await store.progress(owner);
    for (let more = true; more; ) {
      const asked = performance.now();
      const page = await read({ eventId: owner.event, ...(before && { after: before.after }) }, signal);
      // Drops outdated items: a part requested before this phone checked a ticket in would make it valid again.
      const items = page.items.filter(({ k, s }) => s !== "valid" || (learned.get(k) ?? 0) < asked);
      more = page.more;
      before = { after: page.next, whole: before?.whole === true || !more, at: Date.now() };
      await store.putPage(owner, items, before);
      await onPage({ kept: await store.count(owner), whole: before.whole });
    }
  }

  /** Stores the server's answer about a ticket of this event. */
  async function learn(key: string, answer: ScanAnswer) {
    if (!answer.ticket || answer.result === "other_event") return;
    learned.set(key, performance.now());
    const { state, at, gate } = answer.ticket;
    const change: Learned = { s: state, at, g: gate };
    unwritten.set(key, change);
    try {
      const kept = await store.ticket(owner, key);
      // Ignores a ticket that is not in the list yet: it arrives with the next part, with its holder's name.
      if (kept) await store.putTicket(owner, { ...kept, ...change });
    } finally {
      if (unwritten.get(key) === change) unwritten.delete(key);
    }
  }

  async function find(key: string): Promise<GateTicket | null> {
    const kept = await store.ticket(owner, key);
    return kept && { ...kept, ...unwritten.get(key) };
  }

  return { pull, learn, find };
}
