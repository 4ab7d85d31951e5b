import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
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
  IREPORT_REJECTION_REASONS,
  IREPORT_RUNNING_STATES,
  IREPORT_STATES,
} from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { admins } from "./admin";
import { bytea, instant, tsvector } from "./columns";
import { files } from "./file";
import { ireportCategories } from "./ireport-set-up";
import { users } from "./user";

/** Sort rank of priorities, most urgent first. Must equal the expression of the index ireports_urgency. */
export const urgencySql = (priority: AnyPgColumn) =>
  sql<number>`(case ${priority} when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end)`;

/** Sequence of report numbers, as in `IR-000301`. */
export const ireportNumbers = pgSequence("ireport_numbers");

/** Reports of citizens. Triggers enforce the state transitions and keep fixed fields unchanged. */
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
    /** Coordinates in degrees; both set or both null. */
    lat: doublePrecision("lat"),
    lng: doublePrecision("lng"),
    /** The 0.02° grid cell of the point (lib/contract/place.values.ts), to find nearby reports. */
    cell: integer("cell"),
    /** Reporter; null for an anonymous report, whose reporter neither this row nor the audit trail identifies. */
    reporterId: uuid("reporter_id").references(() => users.id),
    /** Keyed hash of the code with which the reporter follows an anonymous report; null for other reports. */
    codeHash: text("code_hash"),
    priority: text("priority", { enum: IREPORT_PRIORITIES }).notNull().default("normal"),
    state: text("state", { enum: IREPORT_STATES }).notNull().default("submitted"),
    /** State to which the report returns when the citizen answers the question. */
    resumeState: text("resume_state", { enum: IREPORT_RUNNING_STATES }),
    ownerId: uuid("owner_id").references(() => admins.id),
    submittedAt: instant("submitted_at").notNull(),
    /** When the report entered its current state. Asking the citizen a question does not change this time. */
    stateSince: instant("state_since").notNull(),
    /**
     * Start of the current pause of both deadline clocks; null while the clocks run. A question to the citizen or the closing of the
     * report starts a pause.
     */
    stoppedAt: instant("stopped_at"),
    /** Total duration in ms of earlier pauses of the deadline clocks: for the whole report, and within the current state. */
    stoppedMs: bigint("stopped_ms", { mode: "number" }).notNull().default(0),
    stateStoppedMs: bigint("state_stopped_ms", { mode: "number" }).notNull().default(0),
    /** The category's target hours that applied to this report, and the resulting deadlines (lib/server/ireport/report-clocks.ts). */
    targetHours: integer("target_hours").notNull(),
    dueAt: instant("due_at").notNull(),
    /** Deadline of the current state; null once the report is closed. */
    stateDueAt: instant("state_due_at"),
    acknowledgedAt: instant("acknowledged_at"),
    resolvedAt: instant("resolved_at"),
    reopened: integer("reopened").notNull().default(0),
    reopenedAt: instant("reopened_at"),
    rejection: text("rejection", { enum: IREPORT_REJECTION_REASONS }),
    originalId: uuid("original_id").references((): AnyPgColumn => ireports.id),
    rating: integer("rating"),
    ratingComment: text("rating_comment"),
    ratedAt: instant("rated_at"),
    /** When the department's lead was mailed about the late report. Only one such mail is sent per report. */
    escalatedAt: instant("escalated_at"),
    photos: integer("photos").notNull().default(0),
    /** Search words of title, ward and text. */
    words: tsvector("words").generatedAlwaysAs(
      sql`search_words(title || ' ' || ward || ' ' || left(text, 1000), false)`,
    ),
    /** True if the report needs no more work. Such reports are last when sorted by due time. */
    closed: boolean("closed").generatedAlwaysAs(sql`state in ('resolved', 'rejected', 'duplicate')`),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("ireports_number").on(t.number),
    uniqueIndex("ireports_code_hash").on(t.codeHash).where(sql`${t.codeHash} is not null`),
    index("ireports_due").on(t.closed, t.dueAt, t.id),
    index("ireports_state_due").on(t.closed, t.stateDueAt, t.id),
    // Covering index: contains the columns of figures and filters.
    index("ireports_submitted").on(t.submittedAt, t.id, t.categoryId, t.lga, t.ownerId, t.closed, t.dueAt),
    // Sorts by length first, because numbers may exceed six digits, and as texts a longer number would sort before a shorter one.
    index("ireports_number_order").on(sql`length(${t.number})`, t.number),
    index("ireports_urgency").on(t.closed, urgencySql(t.priority), t.dueAt, t.id),
    index("ireports_priority").on(t.priority, t.closed, t.dueAt, t.id),
    index("ireports_state").on(t.state, t.dueAt, t.id),
    index("ireports_category").on(t.categoryId, t.closed, t.dueAt, t.id),
    index("ireports_category_submitted").on(t.categoryId, t.submittedAt, t.id),
    index("ireports_lga").on(t.lga, t.closed, t.dueAt, t.id),
    index("ireports_owner").on(t.ownerId, t.closed, t.dueAt, t.id),
    index("ireports_reporter").on(t.reporterId, t.submittedAt, t.id),
    index("ireports_cell").on(t.cell, t.submittedAt),
    // Covering index: contains the point and the columns that decide who may see the report.
    index("ireports_near").on(t.cell, t.closed, t.dueAt, t.id, t.lat, t.lng, t.categoryId, t.ownerId),
    index("ireports_original").on(t.originalId).where(sql`${t.originalId} is not null`),
    // Partial indexes, because unassigned and open reports are a small part of all.
    index("ireports_unassigned")
      .on(t.dueAt, t.id)
      .where(sql`${t.ownerId} is null and ${t.state} in ('submitted', 'acknowledged', 'in_progress')`),
    // Finds the oldest reports that an officer must act on. Contains the columns that decide who may see a report.
    index("ireports_running")
      .on(t.submittedAt, t.id, t.ownerId, t.categoryId)
      .where(sql`${t.state} in ('submitted', 'acknowledged', 'in_progress')`),
    index("ireports_open")
      .on(t.lga, t.categoryId, t.dueAt, t.stateDueAt, t.state, t.ownerId, t.escalatedAt)
      .where(sql`${t.state} in ('submitted', 'acknowledged', 'in_progress', 'waiting_for_citizen')`),
    index("ireports_to_escalate")
      .on(t.stateDueAt, t.dueAt, t.id)
      .where(sql`${t.escalatedAt} is null and ${t.state} in ('submitted', 'acknowledged', 'in_progress')`),
    index("ireports_escalated").on(t.closed, t.dueAt, t.id).where(sql`${t.escalatedAt} is not null`),
    // Covering index for figures; contains the columns that decide who may see a report.
    index("ireports_resolved")
      .on(t.resolvedAt, t.submittedAt, t.categoryId, t.ownerId)
      .where(sql`${t.resolvedAt} is not null`),
    // `stopped_at` of a closed report is the time of its closing.
    index("ireports_closed")
      .on(t.stoppedAt, t.categoryId, t.ownerId)
      .where(sql`${t.state} in ('resolved', 'rejected', 'duplicate')`),
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

/** Messages between officers and the citizen. Append-only. */
export const ireportMessages = pgTable(
  "ireport_messages",
  {
    id: uuid("id").primaryKey(),
    ireportId: uuid("ireport_id")
      .notNull()
      .references(() => ireports.id),
    kind: text("kind", { enum: IREPORT_MESSAGE_KINDS }).notNull(),
    text: text("text").notNull(),
    /** Officer who wrote the message; null if the citizen wrote it. */
    adminId: uuid("admin_id").references(() => admins.id),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("ireport_messages_ireport").on(t.ireportId, t.at),
    check("ireport_messages_by", sql`${t.adminId} is not null or ${t.kind} in ('answer', 'reopening')`),
  ],
);

/** Internal notes of officers. A separate table, so that they can't be sent to a citizen by mistake. Append-only. */
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
    /** Message that the photo belongs to; null if it was sent with the report itself. */
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
