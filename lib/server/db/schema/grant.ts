import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { GrantQuestion, RequestedDocument } from "@/lib/contract/grant";
import {
  APPLICATION_STATES,
  AWARD_KINDS,
  DUPLICATE_KINDS,
  GRANT_PAYOUT_KINDS,
  PROGRAMME_STATES,
} from "@/lib/contract/grant.values";
import { LGAS } from "@/lib/contract/lgas.values";
import type { RichText } from "@/lib/contract/rich-text.values";
import { admins } from "./admin";
import { bytea, instant, kobo, searchWordsColumn } from "./columns";
import { authorColumns } from "./made-by";
import { storedFileColumns } from "./upload";
import { userGroups, users } from "./user";

/**
 * Grant programmes. While a programme is open or closed, `budget - paid` is reserved in the grants pool. `committed` is approved but not
 * yet paid, and never exceeds the remaining budget. Triggers enforce the state transitions.
 */
export const grantProgrammes = pgTable(
  "grant_programmes",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    sponsor: text("sponsor").notNull().default(""),
    purpose: text("purpose").notNull().default(""),
    publicText: jsonb("public_text").$type<RichText>(),
    state: text("state", { enum: PROGRAMME_STATES }).notNull().default("draft"),
    awardKind: text("award_kind", { enum: AWARD_KINDS }).notNull(),
    amount: kobo("amount").notNull().default(0),
    budget: kobo("budget").notNull().default(0),
    committed: kobo("committed").notNull().default(0),
    paid: kobo("paid").notNull().default(0),
    opensAt: instant("opens_at"),
    closesAt: instant("closes_at"),
    tierMin: integer("tier_min"),
    /** LGAs whose residents may apply; empty for all. */
    lgas: text("lgas", { enum: LGAS }).array().notNull().default(sql`'{}'::text[]`),
    groupId: uuid("group_id").references(() => userGroups.id),
    ageMin: integer("age_min"),
    ageMax: integer("age_max"),
    questions: jsonb("questions").$type<GrantQuestion[]>().notNull().default(sql`'[]'::jsonb`),
    documents: jsonb("documents").$type<RequestedDocument[]>().notNull().default(sql`'[]'::jsonb`),
    publishesAwards: boolean("publishes_awards").notNull().default(false),
    copiedFrom: uuid("copied_from").references((): AnyPgColumn => grantProgrammes.id, { onDelete: "set null" }),
    words: searchWordsColumn("name || ' ' || sponsor"),
    ...authorColumns(),
  },
  (t) => [
    index("grant_programmes_words").using("gin", t.words).with({ fastupdate: false }),
    index("grant_programmes_state").on(t.state, t.closesAt, t.id),
    index("grant_programmes_updated").on(t.updatedAt, t.id),
    index("grant_programmes_closes").on(t.closesAt, t.id),
    index("grant_programmes_budget").on(t.budget, t.id),
    index("grant_programmes_name").on(sql`lower(${t.name})`, t.id),
    index("grant_programmes_group").on(t.groupId),
    check(
      "grant_programmes_money",
      sql`${t.committed} >= 0 and ${t.paid} >= 0 and ${t.committed} + ${t.paid} <= ${t.budget}`,
    ),
    check("grant_programmes_time", sql`${t.closesAt} > ${t.opensAt}`),
    check("grant_programmes_age", sql`${t.ageMin} <= ${t.ageMax}`),
    check(
      "grant_programmes_complete",
      sql`${t.state} = 'draft' or (${t.budget} > 0 and ${t.amount} between 1 and ${t.budget} and ${t.opensAt} is not null
        and ${t.closesAt} is not null and ${t.sponsor} <> '' and ${t.purpose} <> '')`,
    ),
    check("grant_programmes_completed", sql`${t.state} <> 'completed' or ${t.committed} = 0`),
  ],
);

/** Applications of citizens. `applicant_*` are the citizen's data at submission. */
export const grantApplications = pgTable(
  "grant_applications",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull(),
    programmeId: uuid("programme_id")
      .notNull()
      .references(() => grantProgrammes.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    state: text("state", { enum: APPLICATION_STATES }).notNull().default("submitted"),
    amountAsked: kobo("amount_asked").notNull(),
    /** Awarded amount in kobo. */
    amount: kobo("amount"),
    contactPhone: text("contact_phone").notNull(),
    applicantLga: text("applicant_lga", { enum: LGAS }).notNull(),
    applicantTier: integer("applicant_tier").notNull(),
    payoutKind: text("payout_kind", { enum: GRANT_PAYOUT_KINDS }).notNull(),
    bank: text("bank"),
    bankCode: text("bank_code"),
    accountName: text("account_name"),
    /** Encrypted with AES-256-GCM; screens show only the last four digits. */
    accountNumber: bytea("account_number"),
    accountLast4: text("account_last4"),
    /** The applicant's answers by question id. */
    answers: jsonb("answers").$type<Record<string, string>>().notNull().default(sql`'{}'::jsonb`),
    /** Kinds of data, such as the phone number, in which this application equals another one. Set on both applications. */
    duplicates: text("duplicates", { enum: DUPLICATE_KINDS }).array().notNull().default(sql`'{}'::text[]`),
    duplicatesClearedBy: uuid("duplicates_cleared_by").references(() => admins.id),
    duplicatesClearedAt: instant("duplicates_cleared_at"),
    duplicatesClearedReason: text("duplicates_cleared_reason"),
    /**
     * Matches with other applications that an admin confirmed to be no duplicates: kind of data and id of the other application. A match
     * that is not in this list flags the application again.
     */
    duplicatesClearedOf: text("duplicates_cleared_of").array().notNull().default(sql`'{}'::text[]`),
    /**
     * Number of scores, at most two. `scoreSum` is null until both scores exist, so that lists sorted by score show applications without
     * both scores last.
     */
    reviews: integer("reviews").notNull().default(0),
    scoreSum: integer("score_sum"),
    question: text("question"),
    askedBy: uuid("asked_by").references(() => admins.id),
    askedAt: instant("asked_at"),
    reply: text("reply"),
    repliedAt: instant("replied_at"),
    reason: text("reason"),
    decidedBy: uuid("decided_by").references(() => admins.id),
    decidedAt: instant("decided_at"),
    /** Tier, LGA and account status of the citizen at the approval, to detect later changes. */
    approvedAs: jsonb("approved_as").$type<Record<string, string>>(),
    /** True if the application is in a payout batch that was neither cancelled nor rejected. */
    inBatch: boolean("in_batch").notNull().default(false),
    submittedAt: instant("submitted_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("grant_applications_reference").on(t.reference),
    // Allows one application per citizen and programme, not counting rejected ones.
    uniqueIndex("grant_applications_once").on(t.programmeId, t.userId).where(sql`${t.state} <> 'rejected'`),
    index("grant_applications_submitted").on(t.submittedAt, t.id, t.state),
    index("grant_applications_state").on(t.state, t.submittedAt, t.id),
    index("grant_applications_programme").on(t.programmeId, t.submittedAt, t.id, t.state),
    index("grant_applications_programme_state").on(t.programmeId, t.state, t.submittedAt, t.id),
    index("grant_applications_lga").on(t.applicantLga, t.submittedAt, t.id),
    index("grant_applications_user").on(t.userId, t.submittedAt, t.id),
    index("grant_applications_amount").on(t.amountAsked, t.id),
    // Ranking by score: applications that lack one or both scores are last. Contains the score, so that deep pages skip index entries instead of
    // reading rows.
    index("grant_applications_score").on(sql`coalesce(${t.scoreSum}, -1)`, t.id, t.scoreSum),
    index("grant_applications_programme_score").on(t.programmeId, sql`coalesce(${t.scoreSum}, -1)`, t.id, t.scoreSum),
    index("grant_applications_flagged").on(t.submittedAt, t.id, t.state).where(sql`${t.duplicates} <> '{}'`),
    index("grant_applications_duplicates").using("gin", t.duplicates).where(sql`${t.duplicates} <> '{}'`),
    index("grant_applications_to_review")
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} in ('submitted', 'shortlisted') and ${t.reviews} < 2`),
    // For Home: finds the number of shortlisted applications that have both scores, and the oldest of them.
    index("grant_applications_to_decide")
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} = 'shortlisted' and ${t.reviews} = 2`),
    index("grant_applications_waiting")
      .on(t.submittedAt, t.id)
      .where(sql`${t.question} is not null and ${t.repliedAt} is null`),
    index("grant_applications_to_pay").on(t.programmeId, t.id).where(sql`${t.state} = 'approved' and not ${t.inBatch}`),
    index("grant_applications_unpaid")
      .on(t.submittedAt, t.id, t.amount)
      .where(sql`${t.state} = 'approved' and not ${t.inBatch}`),
    check("grant_applications_amounts", sql`${t.amountAsked} > 0 and ${t.amount} > 0`),
    check(
      "grant_applications_awarded",
      sql`(${t.state} in ('approved', 'disbursed', 'payment_failed')) <= (${t.amount} is not null)`,
    ),
    check(
      "grant_applications_payout",
      sql`(${t.payoutKind} = 'bank') = (${t.accountNumber} is not null and ${t.bankCode} is not null)`,
    ),
    check(
      "grant_applications_reviews",
      sql`${t.reviews} between 0 and 2 and (${t.scoreSum} is not null) <= (${t.reviews} = 2)`,
    ),
    check("grant_applications_rejected", sql`${t.state} <> 'rejected' or ${t.reason} is not null`),
  ],
);

/** Duplicate-check keys of grant applications: keyed hashes of personal data, file hashes, and pairs of similar photos. */
export const grantFingerprints = pgTable(
  "grant_fingerprints",
  {
    applicationId: uuid("application_id")
      .notNull()
      .references(() => grantApplications.id),
    kind: text("kind", { enum: DUPLICATE_KINDS }).notNull(),
    value: text("value").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.kind, t.value] }),
    index("grant_fingerprints_value").on(t.kind, t.value, t.applicationId),
  ],
);

/** Documents that applicants uploaded for their grant applications. */
export const grantDocuments = pgTable(
  "grant_documents",
  {
    id: uuid("id").primaryKey(),
    applicationId: uuid("application_id")
      .notNull()
      .references(() => grantApplications.id),
    /** Id of the programme's required document that this file is for; null if the file was sent in reply to a later question. */
    askedId: uuid("asked_id"),
    label: text("label").notNull().default(""),
    isPhoto: boolean("is_photo").notNull().default(false),
    replacedAt: instant("replaced_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    ...storedFileColumns,
  },
  (t) => [
    index("grant_documents_application").on(t.applicationId, t.createdAt),
    index("grant_documents_file_hash").on(t.fileHash).where(sql`${t.fileHash} <> ''`),
    index("grant_documents_file").on(t.fileId),
    index("grant_documents_photo_hash_0").on(t.photoHash0).where(sql`${t.photoHash0} is not null and ${t.isPhoto}`),
    index("grant_documents_photo_hash_1").on(t.photoHash1).where(sql`${t.photoHash1} is not null and ${t.isPhoto}`),
    index("grant_documents_photo_hash_2").on(t.photoHash2).where(sql`${t.photoHash2} is not null and ${t.isPhoto}`),
    index("grant_documents_photo_hash_3").on(t.photoHash3).where(sql`${t.photoHash3} is not null and ${t.isPhoto}`),
  ],
);

/** Reviews: at most two scores per application (checked by a trigger), or a conflict of interest with its reason. */
export const grantReviews = pgTable(
  "grant_reviews",
  {
    applicationId: uuid("application_id")
      .notNull()
      .references(() => grantApplications.id),
    reviewerId: uuid("reviewer_id")
      .notNull()
      .references(() => admins.id),
    score: integer("score"),
    comment: text("comment").notNull().default(""),
    conflict: text("conflict"),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.reviewerId] }),
    index("grant_reviews_reviewer").on(t.reviewerId, t.applicationId),
    check("grant_reviews_score", sql`${t.score} between 0 and 100`),
    check("grant_reviews_or_conflict", sql`(${t.score} is null) = (${t.conflict} is not null)`),
  ],
);
