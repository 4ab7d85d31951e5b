import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  PROMOTABLE_TYPES,
  PROMOTION_END_REASONS,
  PROMOTION_KINDS,
  PROMOTION_PAUSE_REASONS,
  PROMOTION_STATES,
  PROMOTION_TRIGGERS,
  REDEMPTION_STATES,
} from "@/lib/contract/promotion.values";
import { PAYMENT_CHANNELS } from "@/lib/contract/transaction.values";
import { instant, kobo, searchWordsColumn } from "./columns";
import { authorColumns } from "./made-by";
import { transactions } from "./transaction";
import { userGroups, users } from "./user";

/**
 * Promotions. `uses` and `spent` count successful payments, `reserved_*` count pending payments. The sum of both never exceeds the limits.
 * Triggers enforce the state transitions and the fields that may change in each state.
 */
export const promotions = pgTable(
  "promotions",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    state: text("state", { enum: PROMOTION_STATES }).notNull().default("draft"),
    pauseCause: text("pause_cause", { enum: PROMOTION_PAUSE_REASONS }),
    endCause: text("end_cause", { enum: PROMOTION_END_REASONS }),
    trigger: text("trigger", { enum: PROMOTION_TRIGGERS }).notNull(),
    kind: text("kind", { enum: PROMOTION_KINDS }).notNull(),
    basisPoints: integer("basis_points"),
    flatAmount: kobo("flat_amount"),
    cap: kobo("cap"),
    minimum: kobo("minimum").notNull().default(0),
    types: text("types", { enum: PROMOTABLE_TYPES }).array().notNull(),
    /** Payment channels for which the promotion applies; empty for all. */
    channels: text("channels", { enum: PAYMENT_CHANNELS }).array().notNull().default(sql`'{}'::text[]`),
    firstPaymentOnly: boolean("first_payment_only").notNull().default(false),
    usesTotal: integer("uses_total"),
    usesPerUser: integer("uses_per_user"),
    usesPerCode: integer("uses_per_code"),
    budget: kobo("budget").notNull().default(0),
    uses: integer("uses").notNull().default(0),
    spent: kobo("spent").notNull().default(0),
    reservedUses: integer("reserved_uses").notNull().default(0),
    reserved: kobo("reserved").notNull().default(0),
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    copiedFrom: uuid("copied_from").references((): AnyPgColumn => promotions.id, { onDelete: "set null" }),
    words: searchWordsColumn("name"),
    ...authorColumns(),
  },
  (t) => [
    index("promotions_words").using("gin", t.words).with({ fastupdate: false }),
    index("promotions_state").on(t.state, t.updatedAt, t.id),
    index("promotions_updated").on(t.updatedAt, t.id),
    index("promotions_starts").on(t.startsAt, t.id),
    index("promotions_ends").on(t.endsAt, t.id),
    index("promotions_spent").on(t.spent, t.id),
    index("promotions_name").on(sql`lower(${t.name})`, t.id),
    check(
      "promotions_budget",
      sql`${t.spent} >= 0 and ${t.reserved} >= 0 and ${t.spent} + ${t.reserved} <= ${t.budget}`,
    ),
    check(
      "promotions_uses",
      sql`${t.uses} >= 0 and ${t.reservedUses} >= 0 and ${t.uses} + ${t.reservedUses} <= coalesce(${t.usesTotal}, 2147483647)`,
    ),
    check(
      "promotions_limits",
      sql`least(${t.usesTotal}, ${t.usesPerUser}, ${t.usesPerCode}, 1) >= 1 and ${t.minimum} >= 0`,
    ),
    check("promotions_benefit", sql`${t.basisPoints} between 1 and 10000 and ${t.flatAmount} > 0 and ${t.cap} > 0`),
    check("promotions_time", sql`${t.endsAt} > ${t.startsAt}`),
    check("promotions_pause_cause", sql`(${t.state} = 'paused') = (${t.pauseCause} is not null)`),
    check("promotions_end_cause", sql`(${t.state} in ('ended', 'archived')) = (${t.endCause} is not null)`),
    check(
      "promotions_complete",
      sql`${t.state} = 'draft' or (${t.budget} > 0 and ${t.types} <> '{}' and ${t.startsAt} is not null
        and (${t.kind} = 'flat') = (${t.flatAmount} is not null) and (${t.kind} <> 'flat') = (${t.basisPoints} is not null))`,
    ),
  ],
);

/** Groups whose members may use the promotion. Without a row, everybody may. */
export const promotionGroups = pgTable(
  "promotion_groups",
  {
    promotionId: uuid("promotion_id")
      .notNull()
      .references(() => promotions.id, { onDelete: "cascade" }),
    groupId: uuid("group_id")
      .notNull()
      .references(() => userGroups.id),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.groupId] }), index("promotion_groups_group").on(t.groupId)],
);

/** Promotion codes in upper case. A code belongs to one promotion forever. */
export const promotionCodes = pgTable(
  "promotion_codes",
  {
    code: text("code").primaryKey(),
    promotionId: uuid("promotion_id")
      .notNull()
      .references(() => promotions.id, { onDelete: "cascade" }),
    /** Number of successful and pending payments that used the code. */
    uses: integer("uses").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("promotion_codes_promotion").on(t.promotionId, t.code),
    index("promotion_codes_uses").on(t.promotionId, t.uses, t.code),
    check("promotion_codes_code", sql`${t.code} ~ '^[A-Z0-9-]{4,24}$'`),
    check("promotion_codes_uses_counted", sql`${t.uses} >= 0`),
  ],
);

/** Use of one promotion by one payment. The benefit is fixed when the payment begins. */
export const promotionRedemptions = pgTable(
  "promotion_redemptions",
  {
    id: uuid("id").primaryKey(),
    promotionId: uuid("promotion_id")
      .notNull()
      .references(() => promotions.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    transactionId: uuid("transaction_id")
      .notNull()
      .references(() => transactions.id),
    state: text("state", { enum: REDEMPTION_STATES }).notNull().default("reserved"),
    kind: text("kind", { enum: PROMOTION_KINDS }).notNull(),
    code: text("code"),
    /** Benefit of the promotion in kobo, and the part of the benefit that refunds took back. */
    amount: kobo("amount").notNull(),
    returned: kobo("returned").notNull().default(0),
    /** Keyed hash of the id that the app gave the phone, and the id's last four characters, to distinguish devices. */
    deviceHash: text("device_hash"),
    deviceEnding: text("device_ending"),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("promotion_redemptions_transaction").on(t.transactionId),
    index("promotion_redemptions_created").on(t.createdAt, t.id, t.state, t.amount),
    index("promotion_redemptions_amount").on(t.amount, t.id),
    index("promotion_redemptions_promotion").on(t.promotionId, t.createdAt, t.id, t.state, t.amount, t.returned),
    index("promotion_redemptions_state").on(t.state, t.createdAt, t.id),
    index("promotion_redemptions_user").on(t.userId, t.createdAt, t.id),
    // Covering index that counts a citizen's uses.
    index("promotion_redemptions_uses").on(t.promotionId, t.userId, t.state),
    index("promotion_redemptions_device")
      .on(t.deviceHash, t.userId, t.promotionId)
      .where(sql`${t.deviceHash} is not null`),
    check("promotion_redemptions_amount_given", sql`${t.amount} > 0 and ${t.returned} between 0 and ${t.amount}`),
    check("promotion_redemptions_returned", sql`${t.returned} = 0 or ${t.state} in ('redeemed', 'returned')`),
  ],
);
