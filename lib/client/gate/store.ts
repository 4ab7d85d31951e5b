import type { GateTicket, TicketScan } from "@/lib/contract/event-gate";

/** Identifies a ticket list on the phone: id of the admin who loaded it, and id of the event. */
export type TicketListKey = { admin: string; event: string };

/** Loading state of a ticket list: `after` is the next cursor, `whole` is true after the last page, `at` is the time in ms. */
export type TicketListProgress = { after: string; whole: boolean; at: number };

/** A ticket scan that was not sent to the server yet. Contains the code's hash and no name. */
export type WaitingScan = TicketScan & TicketListKey & { gate: string };

/** Storage of a gate on its phone: IndexedDB, or memory in browsers without it and in tests. */
export type GateStore = {
  /** True if stored tickets and scans survive closing the page. */
  lasting: boolean;
  progress: (list: TicketListKey) => Promise<TicketListProgress | null>;
  count: (list: TicketListKey) => Promise<number>;
  /** Finds a ticket by the lookup key of its code (`k`). */
  ticket: (list: TicketListKey, key: string) => Promise<GateTicket | null>;
  /** Stores tickets, replacing those with the same id (`i`), and the list's loading state, in one transaction. */
  putPage: (list: TicketListKey, tickets: readonly GateTicket[], progress: TicketListProgress) => Promise<void>;
  putTicket: (list: TicketListKey, ticket: GateTicket) => Promise<void>;
  /** Deletes ticket lists of other admins, and lists that were last loaded before a time in ms. */
  forgetLists: (other: { than: string; before: number }) => Promise<void>;
  addScan: (scan: WaitingScan) => Promise<void>;
  /** Returns the unsent scans of every admin and event, oldest first. */
  scans: () => Promise<WaitingScan[]>;
  dropScans: (ids: readonly string[]) => Promise<void>;
};
