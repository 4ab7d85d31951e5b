import { z } from "zod";
import { day, endpoint, id, instant, listOf, oneLine } from "./common";
import { publicImage } from "./content-entries-public";
import { eventRoutes as routes } from "./event.routes";
import {
  EVENT_ICONS,
  MAX_TICKETS_PER_ORDER,
  TICKET_ORDER_STATES,
  TICKET_SALE_STATES,
  TICKET_STATES,
  TICKET_TYPES_MAX,
} from "./event.values";
import { LGAS } from "./lgas.values";
import { deviceId, promotionOfPayment } from "./promotion.app";
import { checkoutOfPayment, ussdBankCode } from "./transaction.app";
import { PAYMENT_CHANNELS, TRANSACTION_STATES } from "./transaction.values";

/** A ticket as shown to its holder. */
const ownTicket = z.object({
  id: z.string(),
  reference: z.string(),
  /** Content of the QR code. Anyone who shows it is admitted. */
  code: z.string(),
  type: z.string(),
  state: z.enum(TICKET_STATES),
  price: z.int(),
});

/** An order as the citizen app shows it. Amounts in kobo. */
const ownOrder = z.object({
  id: z.string(),
  reference: z.string(),
  event: z.object({ id: z.string(), title: z.string() }),
  state: z.enum(TICKET_ORDER_STATES),
  /** Price of the order in kobo, without the fee of the payment method. */
  total: z.int(),
  items: z.array(z.object({ ticket_type_id: z.string(), name: z.string(), quantity: z.int(), price: z.int() })),
  /** End of the seat reservation of the unpaid order. */
  expires_at: instant,
  created_at: instant,
  /** Payment of the order; null before the payment has begun. */
  payment: z
    .object({
      id: z.string(),
      reference: z.string(),
      channel: z.enum(PAYMENT_CHANNELS),
      amount: z.int(),
      fee: z.int(),
      discount: z.int(),
      cashback: z.int(),
      state: z.enum(TRANSACTION_STATES),
      failure_reason: z.string().nullable(),
      checkout: checkoutOfPayment,
    })
    .nullable(),
  /** Tickets of the order; empty until the order is paid. */
  tickets: z.array(ownTicket),
});
/** An order as the citizen app shows it to its buyer. */
export type OwnOrder = z.infer<typeof ownOrder>;

const quantity = z
  .int("Use a whole number.")
  .min(1, "Order at least 1.")
  .max(MAX_TICKETS_PER_ORDER, `Order at most ${MAX_TICKETS_PER_ORDER}.`);
const orderRequest = z.strictObject({
  eventId: id,
  user_id: id,
  items: z
    .array(z.strictObject({ ticket_type_id: id, quantity }))
    .min(1, "Choose at least one ticket.")
    .max(TICKET_TYPES_MAX)
    .refine((items) => new Set(items.map((item) => item.ticket_type_id)).size === items.length, {
      error: "Name each ticket type once.",
    })
    .refine((items) => items.reduce((sum, item) => sum + item.quantity, 0) <= MAX_TICKETS_PER_ORDER, {
      error: `Order at most ${MAX_TICKETS_PER_ORDER} tickets together.`,
    }),
});
const orderInput = { eventId: id, orderId: id, user_id: id };

const publicTicketType = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.int(),
  min_per_order: z.int(),
  max_per_order: z.int(),
  sales_from: instant.nullable(),
  sales_until: instant.nullable(),
  sale: z.enum(TICKET_SALE_STATES).exclude(["hidden"]),
  left: z.int(),
});

const publicEventRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.object({ id: z.string(), name: z.string(), colour: z.string(), icon: z.enum(EVENT_ICONS) }),
  venue: z.string(),
  lga: z.enum(LGAS).nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  organiser: z.string(),
  starts_at: instant,
  ends_at: instant,
  cover: publicImage,
  /** Kobo of the cheapest and the most expensive ticket on offer; null if no ticket is on offer. */
  price_from: z.int().nullable(),
  price_to: z.int().nullable(),
  sold_out: z.boolean(),
});
/** A live event in the citizen app's list. */
export type PublicEventRow = z.infer<typeof publicEventRow>;
const publicEvent = publicEventRow.extend({
  html: z.string(),
  text: z.string(),
  ticket_types: z.array(publicTicketType),
  next_change_at: instant.nullable(),
});
export type PublicEvent = z.infer<typeof publicEvent>;

/** Calls for events and orders from the citizen app's server, and public ones. */
export const eventCallsFromApp = {
  placeOrder: endpoint(routes.placeOrder, {
    summary: "Reserve tickets for 15 minutes; free tickets are issued immediately",
    done: "Ordered tickets in the app",
    input: orderRequest,
    output: ownOrder,
  }),
  orderForApp: endpoint(routes.orderForApp, {
    summary: "State of a citizen's ticket order",
    input: z.strictObject(orderInput),
    output: ownOrder,
  }),
  payOrder: endpoint(routes.payOrder, {
    summary: "Pay a ticket order from the wallet, or begin its payment with a payment provider",
    done: "Paid an order in the app",
    /** `method`: code of a payment method. A payment from the wallet completes within this request. */
    input: z.strictObject({
      ...orderInput,
      method: oneLine(60, 1),
      promotion: promotionOfPayment.optional(),
      device_id: deviceId,
      ussd_bank_code: ussdBankCode,
    }),
    output: ownOrder,
  }),
  cancelOrder: endpoint(routes.cancelOrder, {
    summary: "Cancel an unpaid ticket order; its seats are available again",
    done: "Cancelled an order in the app",
    input: z.strictObject(orderInput),
    output: ownOrder,
  }),
  ticketsForApp: endpoint(routes.ticketsForApp, {
    summary: "A citizen's tickets with their codes, newest first",
    /** Page number, from 0, with 50 tickets per page. */
    input: z.strictObject({
      user_id: id,
      page: z.coerce.number<string | number>().int().min(0).max(10_000).default(0),
    }),
    output: listOf(
      ownTicket.extend({
        event: z.object({
          id: z.string(),
          title: z.string(),
          venue: z.string(),
          starts_at: instant.nullable(),
          ends_at: instant.nullable(),
        }),
      }),
    ),
  }),
  publicEvents: endpoint(routes.publicEvents, {
    summary: "Live events, by start",
    input: z.strictObject({
      category: id.optional(),
      lga: z.enum(LGAS).optional(),
      from: day.optional(),
      to: day.optional(),
      /** Page number, from 0, with 50 events per page. */
      page: z.coerce.number<string | number>().int().min(0).max(10_000).default(0),
    }),
    output: z.object({ items: z.array(publicEventRow), total: z.int(), next_change_at: instant.nullable() }),
  }),
  publicEvent: endpoint(routes.publicEvent, {
    summary: "One live event with its ticket types",
    input: z.strictObject({ eventId: id }),
    output: publicEvent,
  }),
};
