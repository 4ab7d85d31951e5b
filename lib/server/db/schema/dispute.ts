import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { DISPUTE_ANSWERS, DISPUTE_PROVIDERS, PROVIDER_DISPUTE_STATES } from "@/lib/contract/dispute.values";
import { admins } from "./admin";
import { instant, kobo } from "./columns";
import { files } from "./file";
import { transactions } from "./transaction";

/** Disputes reported by payment providers: the payer's bank claims a payment back, and needs our answer before `due_at`. */
export const disputes = pgTable(
  "disputes",
  {
    id: uuid("id").primaryKey(),
    provider: text("provider", { enum: DISPUTE_PROVIDERS }).notNull(),
    /** The provider's id of this dispute. */
    providerDisputeId: text("provider_dispute_id").notNull(),
    /** The disputed payment; null if we have no payment with the reference. */
    transactionId: uuid("transaction_id").references(() => transactions.id),
    /** Reference of the payment, as the provider reports it. */
    reference: text("reference").notNull(),
    state: text("state", { enum: PROVIDER_DISPUTE_STATES }).notNull(),
    /** Amount in kobo that the payer claims back. */
    amount: kobo("amount").notNull(),
    reason: text("reason").notNull(),
    openedAt: instant("opened_at").notNull(),
    /**
     * Time until which the provider accepts an answer: the provider's deadline, or else 72 hours after the dispute was opened (CBN rule).
     */
    dueAt: instant("due_at").notNull(),
    answer: text("answer", { enum: DISPUTE_ANSWERS }),
    /** Amount in kobo that we agree to give back; null without an answer, 0 if we contest the claim. */
    answerAmount: kobo("answer_amount"),
    answeredBy: uuid("answered_by").references(() => admins.id),
    answeredAt: instant("answered_at"),
    message: text("message").notNull().default(""),
    /** When the provider received our answer; null until then. */
    sentAt: instant("sent_at"),
    /** Why our answer could not be sent to the provider yet. */
    problem: text("problem"),
    /** The provider's decision on the dispute, in the provider's own words. */
    resolution: text("resolution"),
    remindedAt: instant("reminded_at"),
    fetchedAt: instant("fetched_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("disputes_provider").on(t.provider, t.providerDisputeId),
    index("disputes_due").on(t.dueAt, t.id),
    index("disputes_opened").on(t.openedAt, t.id),
    index("disputes_state").on(t.state, t.dueAt, t.id),
    index("disputes_transaction").on(t.transactionId),
    check("disputes_known_answer", sql`${t.answer} in ('accept', 'contest')`),
    check("disputes_answer", sql`(${t.answer} is null) = (${t.answeredBy} is null)`),
  ],
);

/** Evidence for our answer to a dispute: texts and files. */
export const disputeEvidence = pgTable(
  "dispute_evidence",
  {
    id: uuid("id").primaryKey(),
    disputeId: uuid("dispute_id")
      .notNull()
      .references(() => disputes.id),
    text: text("text").notNull().default(""),
    fileId: uuid("file_id").references(() => files.id),
    fileName: text("file_name"),
    addedBy: uuid("added_by")
      .notNull()
      .references(() => admins.id),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (t) => [index("dispute_evidence_dispute").on(t.disputeId, t.addedAt)],
);
