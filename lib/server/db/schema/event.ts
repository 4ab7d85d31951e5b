import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  EVENT_ICONS,
  EVENT_STATES,
  TICKET_ORDER_STATES,
  TICKET_SCAN_RESULTS,
  TICKET_STATES,
} from "@/lib/contract/event.values";
import { LGAS } from "@/lib/contract/lgas.values";
import type { RichText } from "@/lib/contract/rich-text.values";
import { admins } from "./admin";
import { instant, kobo, tsvector } from "./columns";
import { images } from "./content-entries";
import { authorColumns } from "./made-by";
import { transactions } from "./transaction";
import { users } from "./user";

/** Categories of events, each with a colour and an icon. */
export const eventCategories = pgTable(
  "event_categories",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** Colour such as #0a7d4f; dark enough for white text. */
    colour: text("colour").notNull(),
    icon: text("icon", { enum: EVENT_ICONS }).notNull(),
    position: integer("position").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("event_categories_name").on(sql`lower(${t.name})`),
    check("event_categories_colour", sql`${t.colour} ~ '^#[0-9a-f]{6}$'`),
  ],
);

/**
 * Events. The state `ended` is never stored, but derived from the current time (lib/server/event/state.ts). Triggers
 * enforce the state transitions and the fields that a live event needs.
 */
export const events = pgTable(
  "events",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    description: jsonb("description").$type<RichText>(),
    categoryId: uuid("category_id").references(() => eventCategories.id),
    venue: text("venue").notNull().default(""),
    lga: text("lga", { enum: LGAS }),
    lat: doublePrecision("lat"),
    lng: doublePrecision("lng"),
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    coverImageId: uuid("cover_image_id").references(() => images.id),
    /** Pictures of cover and description, which are public once the event is live. */
    imageIds: uuid("image_ids").array().notNull().default(sql`'{}'::uuid[]`),
    organiser: text("organiser").notNull().default(""),
    capacity: integer("capacity"),
    state: text("state", { enum: EVENT_STATES }).notNull().default("draft"),
    /** Number of seats that are sold or reserved, over all ticket types. */
    taken: integer("taken").notNull().default(0),
    liveAt: instant("live_at"),
    cancelledAt: instant("cancelled_at"),
    cancelReason: text("cancel_reason"),
    /** True if cancelling also refunds tickets that were checked in. */
    refundsCheckedIn: boolean("refunds_checked_in").notNull().default(false),
    /** The admin who cancelled the event or approved the cancellation. */
    cancelledBy: uuid("cancelled_by").references(() => admins.id),
    ...authorColumns(),
    words: tsvector("words").generatedAlwaysAs(sql`search_words(title || ' ' || venue || ' ' || organiser, false)`),
  },
  (t) => [
    index("events_starts").on(t.startsAt, t.id),
    index("events_state").on(t.state, t.startsAt, t.id),
    index("events_live").on(t.endsAt, t.startsAt, t.id).where(sql`${t.state} = 'live'`),
    index("events_category").on(t.categoryId, t.startsAt, t.id),
    index("events_lga").on(t.lga, t.startsAt, t.id),
    index("events_title").on(sql`lower(${t.title})`, t.id),
    index("events_updated").on(t.updatedAt, t.id),
    index("events_created").on(t.createdAt, t.id),
    index("events_cover").on(t.coverImageId),
    index("events_words").using("gin", t.words),
    index("events_images").using("gin", t.imageIds),
    check("events_point", sql`(${t.lat} is null) = (${t.lng} is null)`),
    check("events_time", sql`${t.endsAt} > ${t.startsAt}`),
    check("events_capacity", sql`${t.taken} >= 0 and ${t.taken} <= coalesce(${t.capacity}, ${t.taken})`),
    check(
      "events_complete",
      sql`${t.state} = 'draft' or (${t.categoryId} is not null and ${t.venue} <> '' and ${t.startsAt} is not null and ${t.endsAt} is not null)`,
    ),
    check("events_state_stored", sql`${t.state} <> 'ended'`),
    check("events_cancelled", sql`(${t.state} = 'cancelled') = (${t.cancelledAt} is not null)`),
  ],
);

/** Ticket types of an event. `sold`: number of tickets that occupy a seat. `held`: number of seats reserved for unpaid orders. */
export const ticketTypes = pgTable(
  "ticket_types",
  {
    id: uuid("id").primaryKey(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    price: kobo("price").notNull(),
    quantity: integer("quantity").notNull(),
    minPerOrder: integer("min_per_order").notNull().default(1),
    maxPerOrder: integer("max_per_order").notNull().default(10),
    salesFrom: instant("sales_from"),
    salesUntil: instant("sales_until"),
    hidden: boolean("hidden").notNull().default(false),
    position: integer("position").notNull().default(0),
    sold: integer("sold").notNull().default(0),
    held: integer("held").notNull().default(0),
    /** Kobo paid for those tickets of the type that occupy a seat. */
    revenue: kobo("revenue").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("ticket_types_name").on(t.eventId, sql`lower(${t.name})`),
    index("ticket_types_event").on(t.eventId, t.position, t.id),
    check("ticket_types_price", sql`${t.price} >= 0`),
    check("ticket_types_seats", sql`${t.sold} >= 0 and ${t.held} >= 0 and ${t.sold} + ${t.held} <= ${t.quantity}`),
    check("ticket_types_revenue", sql`${t.revenue} >= 0`),
    check("ticket_types_per_order", sql`${t.minPerOrder} >= 1 and ${t.maxPerOrder} >= ${t.minPerOrder}`),
    check("ticket_types_window", sql`${t.salesUntil} > ${t.salesFrom}`),
  ],
);

/** Ticket orders of citizens. Their seats are reserved until `expires_at`, which readers compare with the current time. */
export const eventOrders = pgTable(
  "event_orders",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    state: text("state", { enum: TICKET_ORDER_STATES }).notNull().default("reserved"),
    total: kobo("total").notNull(),
    quantity: integer("quantity").notNull(),
    expiresAt: instant("expires_at").notNull(),
    transactionId: uuid("transaction_id").references(() => transactions.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("event_orders_reference").on(t.reference),
    uniqueIndex("event_orders_transaction").on(t.transactionId),
    index("event_orders_event").on(t.eventId, t.state, t.id),
    index("event_orders_user").on(t.userId, t.createdAt),
    index("event_orders_reserved").on(t.eventId, t.expiresAt).where(sql`${t.state} = 'reserved'`),
    index("event_orders_due").on(t.expiresAt).where(sql`${t.state} = 'reserved'`),
    check("event_orders_quantity", sql`${t.quantity} > 0 and ${t.total} >= 0`),
  ],
);

/** Items of an order: ticket type, quantity and price of each ticket. */
export const eventOrderItems = pgTable(
  "event_order_items",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => eventOrders.id),
    ticketTypeId: uuid("ticket_type_id")
      .notNull()
      .references(() => ticketTypes.id),
    quantity: integer("quantity").notNull(),
    price: kobo("price").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.ticketTypeId] }),
    index("event_order_items_type").on(t.ticketTypeId),
    check("event_order_items_quantity", sql`${t.quantity} > 0 and ${t.price} >= 0`),
  ],
);

/** Tickets that were paid for, and free tickets. */
export const tickets = pgTable(
  "tickets",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull(),
    /** 80 random bits (lib/contract/event.values.ts). Replaced when the ticket is transferred. */
    code: text("code").notNull(),
    /** SHA-256 of the code in hex; gates look tickets up by it. */
    codeHash: text("code_hash").notNull(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    ticketTypeId: uuid("ticket_type_id")
      .notNull()
      .references(() => ticketTypes.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => eventOrders.id),
    holderId: uuid("holder_id")
      .notNull()
      .references(() => users.id),
    /** Kobo paid for the ticket. */
    price: kobo("price").notNull(),
    state: text("state", { enum: TICKET_STATES }).notNull().default("valid"),
    checkedInAt: instant("checked_in_at"),
    checkedInBy: uuid("checked_in_by").references(() => admins.id),
    gate: text("gate").notNull().default(""),
    /** Id of the transaction that refunded the ticket's price. */
    refundId: uuid("refund_id").references(() => transactions.id),
    /** Why the ticket was refunded or voided. */
    reason: text("reason"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("tickets_reference").on(t.reference),
    uniqueIndex("tickets_code").on(t.code),
    uniqueIndex("tickets_code_hash").on(t.codeHash),
    index("tickets_created").on(t.createdAt, t.id, t.state, t.price),
    index("tickets_state").on(t.state, t.createdAt, t.id),
    // Covering index: contains all columns that an event's figures need.
    index("tickets_event").on(t.eventId, t.createdAt, t.id, t.ticketTypeId, t.state, t.price),
    index("tickets_event_state").on(t.eventId, t.state, t.ticketTypeId),
    index("tickets_type").on(t.ticketTypeId, t.createdAt, t.id),
    index("tickets_holder").on(t.holderId, t.createdAt, t.id),
    index("tickets_order").on(t.orderId, t.id),
    index("tickets_refund").on(t.refundId).where(sql`${t.refundId} is not null`),
    index("tickets_checked_in").on(t.checkedInAt, t.id),
    index("tickets_event_checked_in").on(t.eventId, t.checkedInAt).where(sql`${t.state} = 'checked_in'`),
    // Index for gates, which request the tickets changed since a time.
    index("tickets_event_updated").on(t.eventId, t.updatedAt, t.id),
    check("tickets_checked_in", sql`(${t.state} = 'checked_in') = (${t.checkedInAt} is not null)`),
    check("tickets_by", sql`(${t.checkedInAt} is null) = (${t.checkedInBy} is null)`),
    check("tickets_refunded", sql`${t.refundId} is null or ${t.state} = 'refunded'`),
  ],
);

/** Every scan of a ticket at a gate, with its result. Append-only. A gate that sends a scan again uses the same id. */
export const ticketScans = pgTable(
  "ticket_scans",
  {
    /** Id of the scan, generated by the gate. */
    id: uuid("id").primaryKey(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    /** Scanned ticket; null if no ticket has this code. */
    ticketId: uuid("ticket_id").references(() => tickets.id),
    result: text("result", { enum: TICKET_SCAN_RESULTS }).notNull(),
    /** True if the gate was offline and admitted the person. */
    letIn: boolean("let_in").notNull(),
    gate: text("gate").notNull(),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    /** Time on the gate's clock at the scan, corrected by the clock's deviation (lib/server/event/store-scans.ts). */
    scannedAt: instant("scanned_at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (t) => [
    index("ticket_scans_ticket").on(t.ticketId, t.receivedAt),
    index("ticket_scans_conflicts")
      .on(t.eventId, t.receivedAt, t.id)
      .where(sql`${t.letIn} and ${t.result} <> 'checked_in'`),
  ],
);
