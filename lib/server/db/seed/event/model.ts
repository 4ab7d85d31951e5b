import "server-only";
import type { approvals } from "@/lib/server/db/schema/approvals";
import type { eventOrders, events, ticketScans, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import type { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import type { DemoAuditAction } from "@/lib/server/db/seed/audit-rows";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import type { DemoPaymentRows, PastPayment } from "@/lib/server/db/seed/transactions";
import type { EventStory, TicketTypeStory } from "./story";
import type { WalletTracker } from "./wallets";

/** Row of a demo ticket, with every column. */
export type TicketRow = Required<typeof tickets.$inferInsert>;
/** Row of a demo ticket order, with every column. */
export type OrderRow = Required<typeof eventOrders.$inferInsert>;
type TicketTypeRow = typeof ticketTypes.$inferSelect;
type EventRow = Omit<typeof events.$inferSelect, "words">;

/** A ticket type's row with its description in the demo data. */
export type PastTicketType = { story: TicketTypeStory; row: TicketTypeRow };

/** A demo ticket order with its items, payment and tickets. */
export type PastTicketOrder = {
  order: OrderRow;
  items: { type: PastTicketType; quantity: number }[];
  payment: PastPayment | null;
  tickets: TicketRow[];
};

/** A demo event with its rows: ticket types, sales, scans, refunds after a cancellation, approvals and audit rows. */
export type PastEvent = {
  index: number;
  story: EventStory;
  row: EventRow;
  types: PastTicketType[];
  sales: PastTicketOrder[];
  scans: (typeof ticketScans.$inferInsert)[];
  steps: Required<typeof cancellationSteps.$inferInsert>[];
  approvals: (typeof approvals.$inferInsert)[];
  actions: DemoAuditAction[];
};

/** Data that the sales of all demo events share. */
export type SalesData = {
  now: Date;
  /** Active citizens, oldest account first. */
  people: readonly DemoCitizen[];
  payments: DemoPaymentRows;
  wallets: WalletTracker;
};

/** Combines an event's index with a number of the event, so that the result is unique across all events. */
export const numberUniqueAcrossEvents = ({ index }: Pick<PastEvent, "index">, n: number) => index * 1_000 + n;
/** Returns the time this many ms after `at`. */
export const addMs = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
/** Returns the earliest of these times. */
export const earliestDate = (...times: Date[]) => new Date(Math.min(...times.map((each) => each.getTime())));
