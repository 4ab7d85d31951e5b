import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { CANCELLATION_STEP_STATES } from "@/lib/contract/event.values";
import { instant, kobo } from "./columns";
import { eventOrders, events } from "./event";

/** Refund of one order of a cancelled event: the amount to refund and the state of the refund. */
export const cancellationSteps = pgTable(
  "cancellation_steps",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => eventOrders.id),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    state: text("state", { enum: CANCELLATION_STEP_STATES }).notNull().default("pending"),
    tickets: integer("tickets").notNull(),
    amount: kobo("amount").notNull(),
    problem: text("problem"),
    tries: integer("tries").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index("cancellation_steps_event").on(t.eventId, t.state, t.orderId),
    index("cancellation_steps_updated").on(t.eventId, t.updatedAt, t.orderId),
    index("cancellation_steps_pending").on(t.createdAt, t.orderId).where(sql`${t.state} = 'pending'`),
    index("cancellation_steps_failed").on(t.eventId).where(sql`${t.state} <> 'done'`),
  ],
);
