import { json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Responses to writes with an Idempotency-Key. A repeated request gets the stored response. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    adminId: uuid("admin_id").notNull(),
    key: text("key").notNull(),
    call: text("call").notNull(),
    inputHash: text("input_hash").notNull(),
    /** The stored response. Type json, not jsonb, so that a repeated request gets identical bytes. */
    answer: json("answer"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.key] })],
);
