import "server-only";
import type { NoticeKind } from "@/lib/contract/notices.values";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { notices } from "@/lib/server/db/schema/notices";

/** Database row of a notice to one admin. */
export type NoticeRow = typeof notices.$inferSelect;

/** A notice to be sent to one or more admins. */
export type NewNotice = {
  kind: NoticeKind;
  record: RecordRef;
  /** Identifies the event. An admin gets one notice for each cause, however often the event is reported. */
  cause: string;
  /** Values for the text (notice-text.ts): no secrets, no identity numbers, no text of a note. Only the text in the app shows names. */
  params?: Record<string, string>;
};
