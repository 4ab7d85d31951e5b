import { bigint, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./user";

/**
 * Totals by Lagos day, so that figures and deep pages read days instead of rows. Triggers insert a row for every change
 * and update none, so that writes do not wait for row locks. Readers add up the rows; a scheduled task merges them
 * (lib/server/totals/day-totals.ts). "Verify ledger" recounts and compares everything.
 *
 * - `users` by the day they joined, `kyc` requests by the day of submission, `transactions` by the day of creation:
 * facet "" for all, and one for each filter value (`tier:2`, `state:failed`, `assignee:nobody`); `refund:succeeded`
 * counts the refunds in that state.
 * - `completed`: transactions by the day of their result: `payment`, `refund`, `failed`, payments by `type:` and
 * `channel:`, payments and failures by `state:`.
 * - `wallets`: postings of the system accounts, by direction and by kind: `fee_income:in`, `fee_income:transaction`.
 * - `tickets`: by the day of sale, all and by `state:`; amounts are their prices.
 * - `redemptions` by the day they began, `applications` by the day of submission: all, by `state:`, and by state for
 * each promotion or programme, `promotion:<id>:redeemed`; amounts are the benefit less returns, and the award.
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
    /** Amount in kobo. */
    amount: bigint("amount", { mode: "number" }).notNull(),
    fee: bigint("fee", { mode: "number" }).notNull(),
  },
  (t) => [index("day_totals_facet").on(t.list, t.facet, t.day)],
);

/**
 * Row counts by prefix of the sort key, for sort orders other than time. Updated like the totals by day. A place is a prefix that sorts
 * like its column: `Adeye` of a last name, `0000000000000123000` for 123,456 kobo (three leading digits), or the number of days since
 * 1970.
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
 * Balances of users' wallets, copied by a trigger on ledger_accounts, to filter and sort users. In a separate table, because with an index
 * on ledger_accounts.balance, every posting on a busy system account would update all indexes of ledger_accounts.
 */
export const walletBalances = pgTable(
  "wallet_balances",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    /** Balance in kobo. */
    balance: bigint("balance", { mode: "number" }).notNull(),
  },
  (t) => [index("wallet_balances_balance").on(t.balance, t.userId)],
);
