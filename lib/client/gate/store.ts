import type { GateTicket, Scan } from "@/lib/contract/event-gate";

/** Whose list of which event. */
export type ListOwner = { admin: string; event: string };

/** How far the list is read: `after` for the next question, `whole` once the last page was here; `at` in milliseconds. */
export type ListProgress = { after: string; whole: boolean; at: number };

/** A scan that the server has not answered yet. It names nobody: only the hash of a code. */
export type WaitingScan = Scan & ListOwner & { gate: string };

/** What a gate keeps on its phone. In the browser's database; in memory where the browser has none, and in tests. */
export type GateStore = {
  /** Whether what is put is still there once the page was closed. */
  lasting: boolean;
  progress: (list: ListOwner) => Promise<ListProgress | null>;
  count: (list: ListOwner) => Promise<number>;
  /** By the key of its code (`k`). */
  ticket: (list: ListOwner, key: string) => Promise<GateTicket | null>;
  /** A ticket takes the place of the one with its id (`i`). What is put and how far the list is read change together. */
  putPage: (list: ListOwner, tickets: readonly GateTicket[], progress: ListProgress) => Promise<void>;
  putTicket: (list: ListOwner, ticket: GateTicket) => Promise<void>;
  /** Lists of other admins, and those that were last read before that time (milliseconds). */
  forgetLists: (other: { than: string; before: number }) => Promise<void>;
  addScan: (scan: WaitingScan) => Promise<void>;
  /** Of every admin and event, oldest first. */
  scans: () => Promise<WaitingScan[]>;
  dropScans: (ids: readonly string[]) => Promise<void>;
};
