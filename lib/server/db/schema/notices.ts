import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { NOTICE_KINDS, type NoticeChannels, type NoticeKind } from "@/lib/contract/notices.values";
import type { RecordType } from "@/lib/contract/record-kinds";
import { instant } from "./columns";

/**
 * Notices to admins (lib/server/notices/), one row for each admin and cause. A row exists even if the admin turned off notices of this
 * kind in the app, so that a retry creates no second one. `admin_id` is no foreign key, because inserts would lock the admins' rows.
 */
export const notices = pgTable(
  "notices",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id").notNull(),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    /** Identifies what happened: `late:<id>:<due time>`. */
    cause: text("cause").notNull(),
    recordType: text("record_type").$type<RecordType>().notNull(),
    recordId: text("record_id").notNull(),
    recordName: text("record_name").notNull(),
    /** Values to insert into the notice's text, by placeholder (lib/server/notices/notice-text.ts). */
    params: jsonb("params").$type<Record<string, string>>().notNull().default({}),
    /** True if the admin receives notices of this kind in the app, according to their settings when the row was created. */
    inApp: boolean("in_app").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    readAt: instant("read_at"),
  },
  (t) => [
    uniqueIndex("notices_cause").on(t.adminId, t.cause),
    index("notices_newest").on(t.adminId, t.createdAt.desc(), t.id.desc()).where(sql`${t.inApp}`),
    index("notices_unread")
      .on(t.adminId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.inApp} and ${t.readAt} is null`),
    index("notices_record").on(t.recordType, t.recordId),
    index("notices_created").on(t.createdAt),
  ],
);

/** How an admin receives notices. Without a row, the defaults apply. */
export const noticeSettings = pgTable(
  "notice_settings",
  {
    /** Id of the admin whose settings these are. */
    id: uuid("id").primaryKey(),
    /** Channels by kind of notice, only for the kinds whose default the admin changed. */
    channels: jsonb("channels").$type<Partial<Record<NoticeKind, NoticeChannels>>>().notNull().default({}),
    /** Lagos hour at which the daily mail is sent; null for no mail. */
    digestHour: integer("digest_hour"),
    /** Last Lagos day whose daily mail was queued or skipped. */
    digestedOn: date("digested_on", { mode: "string" }),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    index("notice_settings_digest").on(t.digestHour).where(sql`${t.digestHour} is not null`),
    check("notice_settings_hour", sql`${t.digestHour} between 0 and 23`),
  ],
);

/**
 * Grant programmes and system accounts that are running out of money. A row is kept until the amount is clearly above the threshold again.
 */
export const lowBudgets = pgTable(
  "low_budgets",
  {
    recordType: text("record_type").$type<RecordType>().notNull(),
    recordId: text("record_id").notNull(),
    since: instant("since").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.recordType, t.recordId] })],
);
