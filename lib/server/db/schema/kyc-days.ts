import { date, index, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * How many requests fall on each Lagos day, so that a deep page of the queue begins near its first row instead of reading
 * all that is before it: under "" all of them, and under each value of what the list filters by (`state:approved`,
 * `tier:2`, `assignee:nobody`, `flagged`). Triggers add a row for every change and never change one, so that nobody waits
 * for anybody (migration kyc_days_rules); whoever reads adds up, and a timed task folds what belongs together
 * (lib/server/kyc/days.ts).
 */
export const kycDays = pgTable(
  "kyc_days",
  {
    facet: text("facet").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    rows: integer("rows").notNull(),
  },
  (t) => [index("kyc_days_facet").on(t.facet, t.day, t.rows)],
);
