import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { CONTENT_ENTRY_KINDS, LEGAL_KINDS } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { LGAS } from "@/lib/contract/lgas.values";
import { admins } from "./admin";
import { bytea, instant, searchWordsColumn } from "./columns";
import { files } from "./file";
import { users } from "./user";

/**
 * Content for citizens, one row per content entry, with its draft. `entry_publications` contains the published versions; which
 * one is visible depends on the current time.
 */
export const contentEntries = pgTable(
  "entries",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: CONTENT_ENTRY_KINDS }).notNull(),
    draft: jsonb("draft").$type<AnyDraft>().notNull(),
    /** Title copied from the draft, for lists and filters, in the source language. */
    title: text("title").notNull().default(""),
    faqGroup: text("faq_group").notNull().default(""),
    lga: text("lga", { enum: LGAS }),
    words: searchWordsColumn("title"),
    position: integer("position").notNull().default(0),
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** Admin who edited the draft last; null if the system created the entry during setup. */
    updatedBy: uuid("updated_by").references(() => admins.id),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    index("entries_words").using("gin", t.words).with({ fastupdate: false }),
    index("entries_kind").on(t.kind, t.position, t.id),
    index("entries_updated").on(t.kind, t.updatedAt, t.id),
    uniqueIndex("entries_legal").on(t.kind).where(sql`${t.kind} in ('terms', 'privacy')`),
    check("entries_legal_stay", sql`${t.archivedAt} is null or ${t.kind} not in ('terms', 'privacy')`),
  ],
);

/** Published versions. A trigger refuses every change except a withdrawal. */
export const contentEntryPublications = pgTable(
  "entry_publications",
  {
    entryId: uuid("entry_id")
      .notNull()
      .references(() => contentEntries.id),
    /** Number of this published version of the entry, counted from 1. */
    number: integer("number").notNull(),
    kind: text("kind", { enum: CONTENT_ENTRY_KINDS }).notNull(),
    content: jsonb("content").$type<AnyDraft>().notNull(),
    title: text("title").notNull(),
    from: instant("from").notNull(),
    /** End of the publication; null if it lasts until the next publication of the entry starts. */
    until: instant("until"),
    mustAccept: boolean("must_accept").notNull().default(false),
    publishedAt: instant("published_at").notNull().defaultNow(),
    publishedBy: uuid("published_by")
      .notNull()
      .references(() => admins.id),
    withdrawnAt: instant("withdrawn_at"),
    withdrawnBy: uuid("withdrawn_by").references(() => admins.id),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.number] }),
    index("entry_publications_kind").on(t.kind, t.from),
    index("entry_publications_published").on(t.kind, t.publishedAt),
    check("entry_publications_during", sql`${t.until} > ${t.from}`),
    check("entry_publications_withdrawn", sql`(${t.withdrawnAt} is null) = (${t.withdrawnBy} is null)`),
  ],
);

/** Pictures of content entries, events and notifications. */
export const images = pgTable(
  "images",
  {
    id: uuid("id").primaryKey(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Thumbnail as a JPEG of a few kB. */
    thumbnail: bytea("thumbnail").notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => admins.id),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("images_created").on(t.createdAt)],
);

/** Sizes in which each picture is stored. */
export const imageSizes = pgTable(
  "image_sizes",
  {
    imageId: uuid("image_id")
      .notNull()
      .references(() => images.id, { onDelete: "cascade" }),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id),
  },
  (t) => [primaryKey({ columns: [t.imageId, t.width] })],
);

/** Pictures of each publication, which are public once the publication has started. */
export const publicationImages = pgTable(
  "publication_images",
  {
    entryId: uuid("entry_id").notNull(),
    number: integer("number").notNull(),
    imageId: uuid("image_id")
      .notNull()
      .references(() => images.id),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.number, t.imageId] }),
    index("publication_images_image").on(t.imageId),
    foreignKey({
      columns: [t.entryId, t.number],
      foreignColumns: [contentEntryPublications.entryId, contentEntryPublications.number],
    }),
  ],
);

/** Preview links to a draft, valid for one hour. Only the hash of the link is stored. */
export const contentEntryPreviews = pgTable(
  "entry_previews",
  {
    tokenHash: text("token_hash").primaryKey(),
    entryId: uuid("entry_id")
      .notNull()
      .references(() => contentEntries.id, { onDelete: "cascade" }),
    language: text("language").notNull(),
    madeBy: uuid("made_by")
      .notNull()
      .references(() => admins.id),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("entry_previews_expires").on(t.expiresAt), index("entry_previews_entry").on(t.entryId)],
);

const citizenColumn = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id);
const contentEntryColumn = () =>
  uuid("entry_id")
    .notNull()
    .references(() => contentEntries.id, { onDelete: "cascade" });

/** Citizens who read an announcement; one row per citizen. */
export const announcementReads = pgTable(
  "announcement_reads",
  { entryId: contentEntryColumn(), userId: citizenColumn(), at: instant("at").notNull().defaultNow() },
  (t) => [
    primaryKey({ columns: [t.entryId, t.userId] }),
    index("announcement_reads_user").on(t.userId),
    index("announcement_reads_at").on(t.at).concurrently(),
  ],
);

/** Votes whether a FAQ answer helped; only the latest vote of each citizen is kept. */
export const faqVotes = pgTable(
  "faq_votes",
  {
    entryId: contentEntryColumn(),
    userId: citizenColumn(),
    helpful: boolean("helpful").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.userId] }),
    index("faq_votes_user").on(t.userId),
    index("faq_votes_at").on(t.at).concurrently(),
  ],
);

/** FAQ searches without a result. Contains no personal data. */
export const faqMisses = pgTable(
  "faq_misses",
  {
    id: uuid("id").primaryKey(),
    /** The search text in lower case, without surplus spaces. */
    query: text("query").notNull(),
    language: text("language").notNull(),
    times: integer("times").notNull().default(1),
    lastAt: instant("last_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("faq_misses_query").on(t.language, t.query),
    index("faq_misses_times").on(t.times, t.id),
    index("faq_misses_last").on(t.lastAt, t.id),
  ],
);

/** Citizens who accepted a version of a legal text, as reported by the citizen app. Append-only. */
export const legalAcceptances = pgTable(
  "legal_acceptances",
  {
    kind: text("kind", { enum: LEGAL_KINDS }).notNull(),
    number: integer("number").notNull(),
    userId: citizenColumn(),
    acceptedAt: instant("accepted_at").notNull().defaultNow(),
    /** Name of the app whose API key reported the acceptance. */
    app: text("app").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.number, t.userId] }),
    index("legal_acceptances_user").on(t.userId),
    index("legal_acceptances_at").on(t.kind, t.acceptedAt, t.userId),
  ],
);
