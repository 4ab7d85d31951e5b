import "server-only";
import { RECORD_KINDS } from "@/lib/contract/records";
import type { NoticeRow } from "./record";

/** Returns the page of a notice's record; null if there is none. */
export function noticeUrl({ kind, recordType, recordId, recordName }: NoticeRow): string | null {
  if (kind === "department_late") return "/dashboard/ireports/all?late=true&escalated=true";
  const url = RECORD_KINDS[recordType].address?.({ id: recordId, name: recordName }) ?? null;
  return url && kind === "approval_closed" ? `${url}&view=mine` : url;
}
