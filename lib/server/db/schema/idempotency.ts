import { json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Answers to writes that carried an Idempotency-Key, so that a repeat has one effect. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    adminId: uuid("admin_id").notNull(),
    key: text("key").notNull(),
    call: text("call").notNull(),
    inputHash: text("input_hash").notNull(),
    /** json, not jsonb: the repeat gets the same bytes. */
    answer: json("answer"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.key] })],
);
