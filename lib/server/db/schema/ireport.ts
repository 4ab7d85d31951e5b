import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  IREPORT_MESSAGE_KINDS,
  IREPORT_PRIORITIES,
  IREPORT_REJECTIONS,
  IREPORT_RUNNING_STATES,
  IREPORT_STATES,
} from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/kyc.values";
import { admins } from "./admin";
import { bytea, instant } from "./columns";
import { files } from "./file";
import { ireportCategories } from "./ireport-set-up";
import { users } from "./user";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Most urgent first: the words of the index ireports_urgency. */
export const urgencyOf = (priority: AnyPgColumn) =>
  sql<number>`(case ${priority} when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end)`;

/** Number of the next report, `IR-000301`. */
export const ireportNumbers = pgSequence("ireport_numbers");

/** Reports of citizens. The ways between states, and what can't change any more, are kept by triggers. */
export const ireports = pgTable(
  "ireports",
  {
    id: uuid("id").primaryKey(),
    number: text("number").notNull(),
    categoryId: uuid("category_id")
      .notNull()
      .references(() => ireportCategories.id),
    title: text("title").notNull(),
    text: text("text").notNull(),
    lga: text("lga", { enum: LGAS }).notNull(),
    ward: text("ward").notNull().default(""),
    /** Degrees; both or none. */
    lat: doublePrecision("lat"),
    lng: doublePrecision("lng"),
    /** The 0.02 degree cell of the point (lib/contract/place.values.ts): what lies near is found by it. */
    cell: integer("cell"),
    /** null: filed anonymously. Nothing else of the row, nor of the trail, says who it was. */
    reporterId: uuid("reporter_id").references(() => users.id),
    /** Keyed hash of the code of an anonymous report; null for others. */
    codeHash: text("code_hash"),
    priority: text("priority", { enum: IREPORT_PRIORITIES }).notNull().default("normal"),
    state: text("state", { enum: IREPORT_STATES }).notNull().default("submitted"),
    /** While the citizen is asked: where it goes on. */
    resumeState: text("resume_state", { enum: IREPORT_RUNNING_STATES }),
    ownerId: uuid("owner_id").references(() => admins.id),
    submittedAt: instant("submitted_at").notNull(),
    /** Since when it is in its state; asking the citizen begins no new one. */
    stateSince: instant("state_since").notNull(),
    /** Since when both clocks stand still: the citizen is asked, or the report is closed. */
    stoppedAt: instant("stopped_at"),
    /** ms for which the clocks stood still before: of the whole report, and within the present state. */
    stoppedMs: bigint("stopped_ms", { mode: "number" }).notNull().default(0),
    stateStoppedMs: bigint("state_stopped_ms", { mode: "number" }).notNull().default(0),
    /** Targets of the category when they began to hold, and what follows from them (lib/server/ireport/report-clocks.ts). */
    targetHours: integer("target_hours").notNull(),
    dueAt: instant("due_at").notNull(),
    /** null once closed. */
    stateDueAt: instant("state_due_at"),
    acknowledgedAt: instant("acknowledged_at"),
    resolvedAt: instant("resolved_at"),
    reopened: integer("reopened").notNull().default(0),
    reopenedAt: instant("reopened_at"),
    rejection: text("rejection", { enum: IREPORT_REJECTIONS }),
    originalId: uuid("original_id").references((): AnyPgColumn => ireports.id),
    rating: integer("rating"),
    ratingComment: text("rating_comment"),
    ratedAt: instant("rated_at"),
    /** When the department's lead was mailed that it is late: once. */
    escalatedAt: instant("escalated_at"),
    photos: integer("photos").notNull().default(0),
    /** Words of title, ward and text, for the search. */
    words: tsvector("words").generatedAlwaysAs(
      sql`to_tsvector('simple', title || ' ' || ward || ' ' || left(text, 1000))`,
    ),
    /** Whether it needs nobody any more: closed reports come last where the order is by due time. */
    closed: boolean("closed").generatedAlwaysAs(sql`state in ('resolved', 'rejected', 'duplicate')`),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("ireports_number").on(t.number),
    uniqueIndex("ireports_code_hash").on(t.codeHash).where(sql`${t.codeHash} is not null`),
    index("ireports_due").on(t.closed, t.dueAt, t.id),
    index("ireports_state_due").on(t.closed, t.stateDueAt, t.id),
    // With what figures and filters ask of the days of a period, so that they are read from the index alone.
    index("ireports_submitted").on(t.submittedAt, t.id, t.categoryId, t.lga, t.ownerId, t.closed, t.dueAt),
    // Numbers grow beyond six digits: as text a longer one would come before.
    index("ireports_number_order").on(sql`length(${t.number})`, t.number),
    index("ireports_urgency").on(t.closed, urgencyOf(t.priority), t.dueAt, t.id),
    index("ireports_priority").on(t.priority, t.closed, t.dueAt, t.id),
    index("ireports_state").on(t.state, t.dueAt, t.id),
    index("ireports_category").on(t.categoryId, t.closed, t.dueAt, t.id),
    index("ireports_category_submitted").on(t.categoryId, t.submittedAt, t.id),
    index("ireports_lga").on(t.lga, t.closed, t.dueAt, t.id),
    index("ireports_owner").on(t.ownerId, t.closed, t.dueAt, t.id),
    index("ireports_reporter").on(t.reporterId, t.submittedAt, t.id),
    index("ireports_cell").on(t.cell, t.submittedAt),
    // With the point and with what decides who sees it, so that both are read from the index alone.
    index("ireports_near").on(t.cell, t.closed, t.dueAt, t.id, t.lat, t.lng, t.categoryId, t.ownerId),
    index("ireports_original").on(t.originalId).where(sql`${t.originalId} is not null`),
    // What waits for an officer and what is open are each a small part of all reports.
    index("ireports_unassigned")
      .on(t.dueAt, t.id)
      .where(sql`${t.ownerId} is null and ${t.state} in ('submitted', 'acknowledged', 'in_progress')`),
    index("ireports_open")
      .on(t.lga, t.categoryId, t.dueAt, t.stateDueAt, t.state, t.ownerId, t.escalatedAt)
      .where(sql`${t.state} in ('submitted', 'acknowledged', 'in_progress', 'waiting_for_citizen')`),
    index("ireports_to_escalate")
      .on(t.stateDueAt, t.dueAt, t.id)
      .where(sql`${t.escalatedAt} is null and ${t.state} in ('submitted', 'acknowledged', 'in_progress')`),
    index("ireports_escalated").on(t.closed, t.dueAt, t.id).where(sql`${t.escalatedAt} is not null`),
    // Of figures, each with whose reports they are.
    index("ireports_resolved")
      .on(t.resolvedAt, t.submittedAt, t.categoryId, t.ownerId)
      .where(sql`${t.resolvedAt} is not null`),
    index("ireports_acknowledged")
      .on(t.acknowledgedAt, t.submittedAt, t.categoryId, t.ownerId)
      .where(sql`${t.acknowledgedAt} is not null`),
    index("ireports_rated").on(t.ratedAt, t.rating, t.categoryId, t.ownerId).where(sql`${t.ratedAt} is not null`),
    index("ireports_reopened").on(t.reopenedAt, t.categoryId, t.ownerId).where(sql`${t.reopenedAt} is not null`),
    index("ireports_reopened_due").on(t.closed, t.dueAt, t.id).where(sql`${t.reopenedAt} is not null`),
    index("ireports_words").using("gin", t.words),
    check("ireports_point", sql`(${t.lat} is null) = (${t.lng} is null) and (${t.lat} is null) = (${t.cell} is null)`),
    check("ireports_reporter", sql`(${t.reporterId} is null) = (${t.codeHash} is not null)`),
    check("ireports_waiting", sql`(${t.state} = 'waiting_for_citizen') = (${t.resumeState} is not null)`),
    check(
      "ireports_stopped",
      sql`(${t.state} in ('submitted', 'acknowledged', 'in_progress')) = (${t.stoppedAt} is null)`,
    ),
    check("ireports_resolved_at", sql`${t.state} <> 'resolved' or ${t.resolvedAt} is not null`),
    check("ireports_rejection", sql`(${t.state} = 'rejected') = (${t.rejection} is not null)`),
    check("ireports_original", sql`(${t.state} = 'duplicate') = (${t.originalId} is not null)`),
    check("ireports_itself", sql`${t.originalId} <> ${t.id}`),
    check("ireports_rating", sql`${t.rating} between 1 and 5`),
    check("ireports_photos", sql`${t.photos} between 0 and 5`),
  ],
);

/** What the citizen reads of the desk's work and writes to it: append-only. */
export const ireportMessages = pgTable(
  "ireport_messages",
  {
    id: uuid("id").primaryKey(),
    ireportId: uuid("ireport_id")
      .notNull()
      .references(() => ireports.id),
    kind: text("kind", { enum: IREPORT_MESSAGE_KINDS }).notNull(),
    text: text("text").notNull(),
    /** null: the citizen. */
    adminId: uuid("admin_id").references(() => admins.id),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("ireport_messages_ireport").on(t.ireportId, t.at),
    check("ireport_messages_by", sql`${t.adminId} is not null or ${t.kind} in ('answer', 'reopening')`),
  ],
);

/** What officers write for each other. A table of its own, so that no answer to a citizen can hold one: append-only. */
export const ireportNotes = pgTable(
  "ireport_notes",
  {
    id: uuid("id").primaryKey(),
    ireportId: uuid("ireport_id")
      .notNull()
      .references(() => ireports.id),
    adminId: uuid("admin_id")
      .notNull()
      .references(() => admins.id),
    text: text("text").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [index("ireport_notes_ireport").on(t.ireportId, t.at)],
);

/** Photos of a report, of an answer to a question, or of a resolution. */
export const ireportPhotos = pgTable(
  "ireport_photos",
  {
    id: uuid("id").primaryKey(),
    ireportId: uuid("ireport_id")
      .notNull()
      .references(() => ireports.id),
    /** null: came with the report itself. */
    messageId: uuid("message_id").references(() => ireportMessages.id),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    thumbnail: bytea("thumbnail").notNull(),
    position: integer("position").notNull(),
  },
  (t) => [index("ireport_photos_ireport").on(t.ireportId, t.position)],
);
