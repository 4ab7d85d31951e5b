import { sql } from "drizzle-orm";
import { date, index, integer, pgSequence, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  DOCUMENT_KINDS,
  IDENTITY_TYPES,
  KYC_FLAG_WEIGHTS,
  KYC_FLAGS,
  KYC_REASONS,
  KYC_STATES,
} from "@/lib/contract/kyc.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { admins } from "./admin";
import { bytea, instant, nameSearchWords } from "./columns";
import { storedFileColumns } from "./upload";
import { users } from "./user";

/** Returns the SQL expression that adds up the weights of an identity request's risk flags. */
const riskSql = () =>
  sql.raw(
    Object.entries(KYC_FLAG_WEIGHTS)
      .map(([flag, weight]) => `case when '${flag}' = any(flags) then ${weight} else 0 end`)
      .join(" + "),
  );

/** Sequence of identity request references, as in `KYC-000301`. */
export const kycReferences = pgSequence("kyc_references");

/** Identity requests (KYC) of citizens, each for a tier. */
export const kycRequests = pgTable(
  "kyc_requests",
  {
    id: uuid("id").primaryKey(),
    reference: text("reference").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    tier: integer("tier").notNull(),
    state: text("state", { enum: KYC_STATES }).notNull().default("pending"),
    firstName: text("first_name").notNull(),
    middleName: text("middle_name").notNull().default(""),
    lastName: text("last_name").notNull(),
    dateOfBirth: date("date_of_birth", { mode: "string" }).notNull(),
    gender: text("gender", { enum: ["female", "male"] }).notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    lga: text("lga", { enum: LGAS }).notNull(),
    identityType: text("identity_type", { enum: IDENTITY_TYPES }).notNull(),
    /** Encrypted with AES-256-GCM; screens show only the last four digits. */
    identityNumber: bytea("identity_number").notNull(),
    identityNumberLast4: text("identity_number_last4").notNull(),
    /** Keyed hash of the identity number, to find requests with the same number without decrypting it. */
    identityNumberHash: text("identity_number_hash").notNull(),
    identityExpiresOn: date("identity_expires_on", { mode: "string" }),
    flags: text("flags").array().notNull().default(sql`'{}'`),
    /** Risk score: the sum of the weights of the request's flags. */
    risk: integer("risk").notNull().generatedAlwaysAs(riskSql),
    submittedAt: instant("submitted_at").notNull(),
    dueAt: instant("due_at").notNull(),
    assigneeId: uuid("assignee_id").references(() => admins.id),
    /** When the officer claimed the request, and when they last worked on it. Both times are kept after the decision. */
    claimedAt: instant("claimed_at"),
    activeAt: instant("active_at"),
    /** The officer who submitted the request at the counter; null if the citizen submitted it in the app. */
    enteredById: uuid("entered_by_id").references(() => admins.id),
    decidedById: uuid("decided_by_id").references(() => admins.id),
    decidedAt: instant("decided_at"),
    reason: text("reason", { enum: KYC_REASONS }),
    message: text("message"),
    /** Device and IP address of the citizen's app at submission; null if submitted at the counter. */
    submittedDevice: text("submitted_device"),
    submittedAddress: text("submitted_address"),
    words: nameSearchWords(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("kyc_requests_reference").on(t.reference),
    index("kyc_requests_submitted").on(t.submittedAt, t.id),
    index("kyc_requests_state_submitted").on(t.state, t.submittedAt, t.id),
    index("kyc_requests_due").on(t.dueAt, t.id),
    index("kyc_requests_name").on(t.lastName, t.firstName, t.id),
    index("kyc_requests_tier").on(t.tier, t.submittedAt, t.id),
    index("kyc_requests_lga").on(t.lga, t.submittedAt, t.id),
    index("kyc_requests_assignee").on(t.assigneeId, t.submittedAt, t.id),
    index("kyc_requests_user").on(t.userId, t.submittedAt),
    index("kyc_requests_identity_number_hash").on(t.identityNumberHash),
    index("kyc_requests_identity_type").on(t.identityType, t.submittedAt, t.id),
    // Covering index: contains all columns of the team's figures.
    index("kyc_requests_decided").on(t.decidedAt, t.decidedById, t.state, t.submittedAt, t.claimedAt),
    // Partial indexes, because unassigned, open, late and flagged requests are each a small part of all.
    index("kyc_requests_unassigned")
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} = 'pending' and ${t.assigneeId} is null`),
    // Finds unassigned identity requests in every state.
    index("kyc_requests_nobody").on(t.submittedAt, t.id).where(sql`${t.assigneeId} is null`),
    index("kyc_requests_open_assignee")
      .on(t.assigneeId, t.submittedAt, t.id)
      .where(sql`${t.state} in ('pending', 'in_review')`),
    index("kyc_requests_open").on(t.submittedAt, t.id).where(sql`${t.state} in ('pending', 'in_review')`),
    index("kyc_requests_open_due").on(t.dueAt, t.id).where(sql`${t.state} in ('pending', 'in_review')`),
    // Queue of open requests: requests without flags, and flagged requests by descending risk.
    index("kyc_requests_open_clean")
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} in ('pending', 'in_review') and ${t.flags} = '{}'`),
    index("kyc_requests_open_risk")
      .on(t.risk.desc().nullsFirst(), t.submittedAt, t.id)
      .where(sql`${t.state} in ('pending', 'in_review') and ${t.flags} <> '{}'`),
    index("kyc_requests_risk").on(t.risk.desc().nullsFirst(), t.submittedAt, t.id),
    // One covering index per flag, to sort and count its requests.
    ...KYC_FLAGS.map((flag) =>
      index(`kyc_requests_flag_${flag}`)
        .on(t.submittedAt, t.id)
        .where(sql`${sql.raw(`'${flag}'`)} = any(${t.flags})`),
    ),
    // Finds claims without recent activity, which a timed task releases.
    index("kyc_requests_active").on(t.activeAt).where(sql`${t.state} = 'in_review'`),
    // For searches by full phone number or by the beginning of a name.
    index("kyc_requests_phone").on(t.phone),
    index("kyc_requests_identity_number_last4").on(t.identityNumberLast4, t.submittedAt, t.id),
    index("kyc_requests_words").using("gin", t.words).with({ fastupdate: false }),
    index("kyc_requests_flagged").on(t.submittedAt, t.id).where(sql`${t.flags} <> '{}'`),
    index("kyc_requests_device").on(t.submittedDevice, t.submittedAt),
    index("kyc_requests_address").on(t.submittedAddress, t.submittedAt),
    // Finds requests whose device and IP address the retention rule has not removed yet.
    index("kyc_requests_origin")
      .on(t.submittedAt)
      .where(sql`${t.submittedDevice} is not null or ${t.submittedAddress} is not null`)
      .concurrently(),
  ],
);

/** Documents of identity requests, including replaced ones. */
export const kycDocuments = pgTable(
  "kyc_documents",
  {
    id: uuid("id").primaryKey(),
    kycId: uuid("kyc_id")
      .notNull()
      .references(() => kycRequests.id),
    kind: text("kind", { enum: DOCUMENT_KINDS }).notNull(),
    /** When a resubmission replaced the document. The replaced document is kept as evidence. */
    replacedAt: instant("replaced_at"),
    ...storedFileColumns,
  },
  (t) => [
    index("kyc_documents_kyc").on(t.kycId),
    index("kyc_documents_file_hash").on(t.fileHash).where(sql`${t.fileHash} <> ''`),
    index("kyc_documents_photo_hash_0").on(t.photoHash0).where(sql`${t.photoHash0} is not null`),
    index("kyc_documents_photo_hash_1").on(t.photoHash1).where(sql`${t.photoHash1} is not null`),
    index("kyc_documents_photo_hash_2").on(t.photoHash2).where(sql`${t.photoHash2} is not null`),
    index("kyc_documents_photo_hash_3").on(t.photoHash3).where(sql`${t.photoHash3} is not null`),
  ],
);
