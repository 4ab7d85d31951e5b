import type { GateTicket, ScanAnswer } from "@/lib/contract/event-gate";
import type { GateStore, ListOwner } from "./store";

/** One part of the list, as the API answers it. */
type ReadList = (
  input: { eventId: string; after?: string },
  signal: AbortSignal,
) => Promise<{ items: GateTicket[]; next: string; more: boolean }>;

type Learned = Pick<GateTicket, "s" | "at" | "g">;

/** The list of one event on this phone. */
export function ticketList(owner: ListOwner, store: GateStore, read: ReadList) {
  /** When this phone learned last what became of a ticket, by its key; not by the clock, which may be put right in the meantime. */
  const learned = new Map<string, number>();
  /** What it learned and has not written yet: a part of the list may be on its way to the disk, which takes a while. */
  const unwritten = new Map<string, Learned>();

  /** Reads what is new since the last time; `onPage` after each part. Throws what `read` throws. */
  async function pull(signal: AbortSignal, onPage: (progress: { kept: number; whole: boolean }) => Promise<void>) {
    let before = await store.progress(owner);
    for (let more = true; more; ) {
      const asked = performance.now();
      const page = await read({ eventId: owner.event, ...(before && { after: before.after }) }, signal);
      // A part that was asked for before the ticket was checked in here would make it valid again.
      const items = page.items.filter(({ k, s }) => s !== "valid" || (learned.get(k) ?? 0) < asked);
      more = page.more;
      before = { after: page.next, whole: before?.whole === true || !more, at: Date.now() };
      await store.putPage(owner, items, before);
      await onPage({ kept: await store.count(owner), whole: before.whole });
    }
  }

  /** What the server answered about a ticket of this event. */
  async function learn(key: string, answer: ScanAnswer) {
    if (!answer.ticket || answer.result === "other_event") return;
    learned.set(key, performance.now());
    const { state, at, gate } = answer.ticket;
    const change: Learned = { s: state, at, g: gate };
    unwritten.set(key, change);
    try {
      const kept = await store.ticket(owner, key);
      // One that was sold a moment ago comes with the next part of the list, and its name with it.
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
