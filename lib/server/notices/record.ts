import "server-only";
import type { NoticeKind } from "@/lib/contract/notices.values";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { notices } from "@/lib/server/db/schema/notices";

export type NoticeRow = typeof notices.$inferSelect;

export type NewNotice = {
  kind: NoticeKind;
  record: RecordRef;
  /** What happened. An admin gets one notice for each cause, however often it is reported. */
  cause: string;
  /** Values of the text (notice-text.ts). No secrets, no identity numbers, no text of a note. Names only for the app. */
  params?: Record<string, string>;
};
