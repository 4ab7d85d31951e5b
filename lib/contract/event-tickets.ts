import { z } from "zod";
import { pendingApproval } from "./approvals";
import {
  adminRef,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  oneLine,
  peoplePageOf,
  personRef,
  text,
  version,
} from "./common";
import { eventRoutes as routes } from "./event.routes";
import {
  EVENT_CAPACITY_MAX,
  EVENT_REASON_MAX,
  EVENT_STATES,
  MAX_TICKETS_PER_ORDER,
  TICKET_LIST,
  TICKET_SALE_STATES,
  TICKET_STATES,
  TICKET_TYPE_NAME_MAX,
  TICKET_TYPE_TEXT_MAX,
} from "./event.values";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { MAX_KOBO } from "./ledger.values";
import { amountError } from "./money";
import { personSearch } from "./person";
import { timelineEntry } from "./system-logs";
import { TRANSACTION_STATES } from "./transaction.values";

/** A time from 1900 on. No event is older, and the database can't store the year 0. */
export const eventTime = instant.refine((timeText) => timeText >= "1900", "Use a time after the year 1900.");

/** A ticket type of an event, with its price and sales. */
export const ticketType = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Price in kobo; 0 is free. Sold tickets keep their price. */
  price: z.int(),
  quantity: z.int(),
  min_per_order: z.int(),
  max_per_order: z.int(),
  /** Start of sales (null: when the event goes live) and end of sales (null: when the event ends). */
  sales_from: instant.nullable(),
  sales_until: instant.nullable(),
  hidden: z.boolean(),
  position: z.int(),
  /** Tickets that occupy a seat: valid and checked in. */
  sold: z.int(),
  /** Seats reserved by unpaid orders that have not expired. */
  held: z.int(),
  /** Tickets that can still be ordered, also limited by the event's capacity. */
  left: z.int(),
  /** Total price in kobo of the tickets that occupy a seat. */
  revenue: z.int(),
  sale: z.enum(TICKET_SALE_STATES),
  /** True if the ticket type was ordered. Then it can be hidden, but not deleted. */
  is_used: z.boolean(),
  version,
});
export type TicketType = z.infer<typeof ticketType>;

const WHOLE_NUMBER = "Enter a whole number.";
/** Number of seats in a form's input, at least 1. */
export const seatCount = z
  .int(WHOLE_NUMBER)
  .min(1, "Enter at least 1.")
  .max(EVENT_CAPACITY_MAX, `Enter at most ${EVENT_CAPACITY_MAX.toLocaleString("en")}.`);
const orderSize = z
  .int(WHOLE_NUMBER)
  .min(1, "Enter at least 1.")
  .max(MAX_TICKETS_PER_ORDER, `Enter at most ${MAX_TICKETS_PER_ORDER}.`);
const PRICE_MESSAGE = "Enter a price such as 5,000, or 0 for free.";
/** Price of a ticket in kobo. */
const price = z.int(amountError(PRICE_MESSAGE)).min(0, PRICE_MESSAGE).max(MAX_KOBO, "This amount is too large.");
const ticketTypeFields = {
  name: oneLine(TICKET_TYPE_NAME_MAX, 1),
  description: text(TICKET_TYPE_TEXT_MAX),
  price,
  quantity: seatCount,
  min_per_order: orderSize,
  max_per_order: orderSize,
  sales_from: eventTime.nullable(),
  sales_until: eventTime.nullable(),
  hidden: z.boolean(),
};
type SaleLimits = Pick<z.output<z.ZodObject<typeof ticketTypeFields>>, "min_per_order" | "max_per_order" | "quantity"> &
  Pick<TicketType, "sales_from" | "sales_until">;
function checkSaleLimits(input: SaleLimits, context: z.RefinementCtx) {
  const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (input.min_per_order > input.max_per_order) issue("max_per_order", "The maximum has to be at least the minimum.");
  if (input.min_per_order > input.quantity) issue("min_per_order", "This is more than the number of tickets.");
  if (input.sales_from && input.sales_until && Date.parse(input.sales_from) >= Date.parse(input.sales_until))
    issue("sales_until", "Sales have to end after they start.");
}

export const ticketTypeCreation = z.strictObject({ eventId: id, ...ticketTypeFields }).superRefine(checkSaleLimits);
export const ticketTypeUpdate = z
  .strictObject({ eventId: id, ticketTypeId: id, version, ...ticketTypeFields })
  .superRefine(checkSaleLimits);
const ticketTypeOrder = z.strictObject({ eventId: id, ids: z.array(id).min(1).max(100) });

const ticketRow = z.object({
  id: z.string(),
  reference: z.string(),
  /** Last four letters of the code. The full code is not shown: anyone who has the code is admitted. */
  code_end: z.string(),
  event: z.object({ id: z.string(), title: z.string(), starts_at: instant.nullable() }),
  type: z.object({ id: z.string(), name: z.string() }),
  holder: personRef,
  state: z.enum(TICKET_STATES),
  /** Kobo paid for the ticket. */
  price: z.int(),
  checked_in_at: instant.nullable(),
  created_at: instant,
  version,
});
/** A ticket as a row of the list. */
export type TicketRow = z.infer<typeof ticketRow>;

const ticketSingle = ticketRow.extend({
  event_state: z.enum(EVENT_STATES),
  venue: z.string(),
  holder_phone: z.string(),
  holder_email: z.string().nullable(),
  /** Payer; differs from the holder after a transfer. */
  buyer: personRef,
  order: z.object({ id: z.string(), reference: z.string() }),
  /** Transaction that paid for the ticket; null if the ticket was free. */
  transaction: z.object({ id: z.string(), reference: z.string(), state: z.enum(TRANSACTION_STATES) }).nullable(),
  refund: z.object({ id: z.string(), reference: z.string() }).nullable(),
  /** The valid check-in; null if the ticket is not checked in. */
  check_in: z.object({ at: instant, gate: z.string(), by: adminRef }).nullable(),
  /** Why the ticket was voided or refunded. */
  reason: z.string().nullable(),
  /** Limit in kobo. If the refunds of one payment exceed this limit in total, a second admin must approve. */
  refund_limit: z.int(),
  /** Kobo that the buyer would receive now. The part paid by a promotion returns to the promotions pool. */
  refund_amount: z.int(),
  /** True if a refund of this ticket needs a second admin now. */
  refund_needs_approval: z.boolean(),
  awaiting: pendingApproval.nullable(),
  timeline: z.array(timelineEntry),
});
/** A ticket as shown on its own page. */
export type TicketDetails = z.infer<typeof ticketSingle>;

const ticketListInput = listInput(TICKET_LIST);

const reason = text(EVENT_REASON_MAX, 3);
const ticketVersion = { ticketId: id, version };
/** Input that transfers a ticket to another citizen. */
export const ticketTransfer = z.strictObject({ ...ticketVersion, user_id: id, reason });
/** Input that refunds or voids a ticket, with the reason. */
export const ticketReasonInput = z.strictObject({ ...ticketVersion, reason });

const ticketHolder = z.object({ id: z.string(), name: z.string(), phone: z.string(), lga: z.string() });
/** A citizen to whom a ticket can be transferred. */
export type TicketHolder = z.infer<typeof ticketHolder>;

const ticketInput = z.strictObject({ ticketId: id });

/** Calls for ticket types and tickets, with descriptions and schemas. */
export const ticketCalls = {
  createTicketType: endpoint(routes.createTicketType, {
    summary: "Add a ticket type",
    done: "Added a ticket type",
    input: ticketTypeCreation,
    output: ticketType,
  }),
  updateTicketType: endpoint(routes.updateTicketType, {
    summary: "Change a ticket type",
    done: "Changed a ticket type",
    input: ticketTypeUpdate,
    output: ticketType,
  }),
  orderTicketTypes: endpoint(routes.orderTicketTypes, {
    summary: "Change the order of an event's ticket types",
    done: "Reordered ticket types",
    input: ticketTypeOrder,
    output: listOf(ticketType),
  }),
  deleteTicketType: endpoint(routes.deleteTicketType, {
    summary: "Delete a ticket type that nobody ordered",
    done: "Deleted a ticket type",
    input: z.strictObject({ eventId: id, ticketTypeId: id, version }),
    output: z.object({ id: z.string() }),
  }),
  tickets: endpoint(routes.tickets, {
    summary: "Tickets, newest first",
    input: ticketListInput,
    output: peoplePageOf(ticketRow),
  }),
  exportTickets: endpoint(routes.exportTickets, {
    summary: "Make a link that downloads the tickets",
    done: "Exported tickets",
    input: ticketListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  holders: endpoint(routes.holders, {
    summary: "Citizens to whom a ticket can be transferred",
    /** Name, phone number or email to search for. */
    input: personSearch,
    output: listOf(ticketHolder),
  }),
  ticket: endpoint(routes.ticket, { summary: "One ticket", input: ticketInput, output: ticketSingle }),
  ticketPdf: endpoint(routes.ticketPdf, {
    summary: "Make a link that downloads the ticket with its QR code",
    done: "Downloaded a ticket",
    input: ticketInput,
    output: exportLink,
  }),
  mailTicket: endpoint(routes.mailTicket, {
    summary: "Mail the ticket to its holder again",
    done: "Mailed a ticket again",
    input: ticketInput,
    output: ticketSingle,
  }),
  transferTicket: endpoint(routes.transferTicket, {
    summary: "Transfer a ticket to another holder; its code is new",
    done: "Transferred a ticket",
    input: ticketTransfer,
    output: ticketSingle,
  }),
  refundTicket: endpoint(routes.refundTicket, {
    summary: "Refund a ticket's share of the payment; above the limit another admin approves",
    done: "Refunded a ticket, or requested it",
    input: ticketReasonInput,
    output: ticketSingle,
  }),
  voidTicket: endpoint(routes.voidTicket, {
    summary: "Void a ticket without refunding it",
    done: "Voided a ticket",
    input: ticketReasonInput,
    output: ticketSingle,
  }),
  checkIn: endpoint(routes.checkIn, {
    summary: "Check a ticket in manually",
    done: "Checked a ticket in manually",
    input: z.strictObject(ticketVersion),
    output: ticketSingle,
  }),
  undoCheckIn: endpoint(routes.undoCheckIn, {
    summary: "Undo a check-in",
    done: "Undid a check-in",
    input: ticketReasonInput,
    output: ticketSingle,
  }),
};
