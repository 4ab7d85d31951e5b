import { bigint, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./user";

/**
 * What falls on each Lagos day, so that figures and deep pages read days, not rows. Triggers add a row for every change
 * and never change one: nobody waits for anybody. Anyone who reads adds up; a timed task folds what belongs together into
 * one row (lib/server/totals/day-totals.ts). "Verify ledger" counts everything again and compares.
 *
 * - `users` by the day they joined, `kyc` requests by the day they were submitted, `transactions` by the day they were
 *   created: "" for all, and each value of what a list filters by (`tier:2`, `state:failed`, `assignee:nobody`);
 *   `refund:succeeded` is the part of that state that is refunds.
 * - `completed`: transactions by the day they were decided: `payment`, `refund`, `failed`, payments by `type:` and
 *   `channel:`, payments and what failed by `state:`.
 * - `wallets`: postings of the system accounts, by direction and by kind: `fee_income:in`, `fee_income:transaction`.
 * - `tickets`: by the day they were sold, all and by `state:`; amounts are their prices.
 * - `redemptions` by the day they began, `applications` by the day they were submitted: all, by `state:`, and for each
 *   promotion or programme by state, `promotion:<id>:redeemed`; amounts are what was given and kept, and what was awarded.
 * - `trail`: rows of the audit trail, by `action:`, `admin:`, `record_type:` and `outcome:`.
 */
export const dayTotals = pgTable(
  "day_totals",
  {
    list: text("list", {
      enum: ["users", "kyc", "transactions", "completed", "wallets", "trail", "tickets", "redemptions", "applications"],
    }).notNull(),
    facet: text("facet").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    rows: integer("rows").notNull(),
    /** Kobo. */
    amount: bigint("amount", { mode: "number" }).notNull(),
    fee: bigint("fee", { mode: "number" }).notNull(),
  },
  (t) => [index("day_totals_facet").on(t.list, t.facet, t.day)],
);

/**
 * How many rows lie where in an order other than that of time, kept as the totals by day are. A place is the beginning of
 * what is sorted by, and places sort as that does: `Adeye` of a last name, `0000000000000123000` for 123,456 kobo (three
 * leading digits), the number of a day since 1970.
 */
export const placeTotals = pgTable(
  "place_totals",
  {
    sort: text("sort", {
      enum: ["users:name", "users:last_seen_at", "users:balance", "transactions:amount"],
    }).notNull(),
    place: text("place").notNull(),
    rows: integer("rows").notNull(),
  },
  (t) => [index("place_totals_place").on(t.sort, t.place)],
);

/**
 * Balances of users' wallets once more, kept by a trigger on ledger_accounts, to filter and sort users by. Apart from the
 * accounts, because an index on a balance would make every posting on the few accounts that all share write to all of
 * their indexes.
 */
export const walletBalances = pgTable(
  "wallet_balances",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    /** Kobo. */
    balance: bigint("balance", { mode: "number" }).notNull(),
  },
  (t) => [index("wallet_balances_balance").on(t.balance, t.userId)],
);
