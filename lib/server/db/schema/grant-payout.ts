import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { type ApplicantChangeKind, BATCH_ROW_STATES, PAYOUT_BATCH_STATES } from "@/lib/contract/grant.values";
import { admins } from "./admin";
import { instant, kobo } from "./columns";
import { grantApplications, grantProgrammes } from "./grant";
import { transactions } from "./transaction";

/** Batches of payouts that are approved together. */
export const grantBatches = pgTable(
  "grant_batches",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull(),
    programmeId: uuid("programme_id")
      .notNull()
      .references(() => grantProgrammes.id),
    state: text("state", { enum: PAYOUT_BATCH_STATES }).notNull().default("draft"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => admins.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    approvedBy: uuid("approved_by").references(() => admins.id),
    approvedAt: instant("approved_at"),
    doneAt: instant("done_at"),
    /** Number of the batch's rows, without removed ones, and their sum in kobo. */
    rows: integer("rows").notNull().default(0),
    amount: kobo("amount").notNull().default(0),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("grant_batches_reference").on(t.reference),
    index("grant_batches_created").on(t.createdAt, t.id),
    index("grant_batches_amount").on(t.amount, t.id),
    index("grant_batches_state").on(t.state, t.createdAt, t.id),
    index("grant_batches_programme").on(t.programmeId, t.createdAt, t.id),
    check("grant_batches_sums", sql`${t.rows} >= 0 and ${t.amount} >= 0`),
  ],
);

/**
 * Payouts of a batch, one per application. An application is paid at most once, and is in at most one batch that was not cancelled or
 * rejected.
 */
export const grantBatchRows = pgTable(
  "grant_batch_rows",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => grantBatches.id),
    row: integer("row").notNull(),
    applicationId: uuid("application_id")
      .notNull()
      .references(() => grantApplications.id),
    amount: kobo("amount").notNull(),
    state: text("state", { enum: BATCH_ROW_STATES }).notNull().default("pending"),
    problem: text("problem"),
    tries: integer("tries").notNull().default(0),
    /** Number of internal errors while paying this row, since approval or the last manual retry. */
    faults: integer("faults").notNull().default(0),
    /** Changes to the applicant's data since the application was approved, found at the batch's creation or the last check. */
    changes: jsonb("changes")
      .$type<{ kind: ApplicantChangeKind; message: string }[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Id of the transaction that last tried to pay the row. */
    transactionId: uuid("transaction_id").references(() => transactions.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.row] }),
    uniqueIndex("grant_batch_rows_application").on(t.batchId, t.applicationId),
    uniqueIndex("grant_batch_rows_live").on(t.applicationId).where(sql`${t.state} <> 'removed'`),
    uniqueIndex("grant_batch_rows_transaction").on(t.transactionId),
    index("grant_batch_rows_state").on(t.batchId, t.state, t.row),
    index("grant_batch_rows_amount").on(t.batchId, t.amount, t.row),
    index("grant_batch_rows_updated").on(t.batchId, t.updatedAt, t.row),
    index("grant_batch_rows_pending").on(t.batchId, t.row).where(sql`${t.state} = 'pending'`),
    check("grant_batch_rows_amount_paid", sql`${t.amount} > 0`),
    check("grant_batch_rows_problem", sql`(${t.state} = 'failed') <= (${t.problem} is not null)`),
    check("grant_batch_rows_paid", sql`(${t.state} in ('sent', 'paid')) <= (${t.transactionId} is not null)`),
  ],
);
