import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./admin";

/**
 * How many rows of a long list fall on each UTC day, kept by triggers (migration list_days), so that a deep page begins
 * near its first row instead of reading all that is before it (lib/server/list-days.ts).
 */
export const listDays = pgTable(
  "list_days",
  {
    list: text("list").notNull(),
    day: instant("day").notNull(),
    rows: integer("rows").notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.day] })],
);
