import "server-only";
import type { approvals } from "@/lib/server/db/schema/approvals";
import type { eventOrders, events, ticketScans, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import type { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import type { Person } from "@/lib/server/db/seed/people";
import type { PastAction } from "@/lib/server/db/seed/trail";
import type { PastPayment, Payments } from "@/lib/server/db/seed/transactions";
import type { EventStory, TypeStory } from "./story";
import type { Wallets } from "./wallets";

export type TicketRow = Required<typeof tickets.$inferInsert>;
export type OrderRow = Required<typeof eventOrders.$inferInsert>;
type TypeRow = typeof ticketTypes.$inferSelect;
type EventRow = Omit<typeof events.$inferSelect, "words">;

/** A ticket type's row and its description in the demo story. */
export type PastType = { story: TypeStory; row: TypeRow };

/** An order with its items, payment and tickets. */
export type Sale = {
  order: OrderRow;
  items: { type: PastType; quantity: number }[];
  payment: PastPayment | null;
  tickets: TicketRow[];
};

export type PastEvent = {
  index: number;
  story: EventStory;
  row: EventRow;
  types: PastType[];
  sales: Sale[];
  scans: (typeof ticketScans.$inferInsert)[];
  steps: Required<typeof cancellationSteps.$inferInsert>[];
  approvals: (typeof approvals.$inferInsert)[];
  actions: PastAction[];
};

/** Data shared by all sales. */
export type World = {
  now: Date;
  /** Active citizens, oldest account first. */
  people: readonly Person[];
  payments: Payments;
  wallets: Wallets;
};

/** Returns a number that is unique across all events. */
export const numberIn = ({ index }: Pick<PastEvent, "index">, n: number) => index * 1_000 + n;
export const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
export const earliest = (...moments: Date[]) => new Date(Math.min(...moments.map((each) => each.getTime())));
