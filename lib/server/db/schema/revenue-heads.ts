import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { LGAS } from "@/lib/contract/lgas.values";
import { instant } from "./columns";
import { transactions } from "./transaction";

/**
 * Revenue heads of taxes and levies, with ministry and bank account. A change inserts a row with the same code that starts on a later day,
 * so that reports of past days keep the old names and accounts.
 */
export const revenueHeads = pgTable(
  "revenue_heads",
  {
    id: uuid("id").primaryKey(),
    code: text("code").notNull(),
    /** First Lagos day on which the row applies, until the next row of the code. */
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    name: text("name").notNull(),
    ministry: text("ministry").notNull(),
    /**
     * Bank account of the ministry that gets the money. Null if the head has no account; reconciliation then reports its payments as
     * exceptions.
     */
    bankName: text("bank_name"),
    accountNumber: text("account_number"),
    /** False if the head takes no payments from the day `starts_on` on. */
    isActive: boolean("is_active").notNull().default(true),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("revenue_heads_code").on(t.code, t.startsOn),
    index("revenue_heads_ministry").on(t.ministry, t.code),
    check("revenue_heads_account", sql`(${t.accountNumber} is null) = (${t.bankName} is null)`),
  ],
);

/** What a payment of a tax or levy is for: its revenue head, and the local government area of the payer when it was paid. */
export const taxPayments = pgTable(
  "tax_payments",
  {
    transactionId: uuid("transaction_id")
      .primaryKey()
      .references(() => transactions.id),
    revenueHeadId: uuid("revenue_head_id")
      .notNull()
      .references(() => revenueHeads.id),
    lga: text("lga", { enum: LGAS }),
  },
  (t) => [index("tax_payments_head").on(t.revenueHeadId)],
);
