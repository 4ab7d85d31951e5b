import "server-only";
import { RECORD_KINDS } from "@/lib/contract/record-kinds";
import { referenceIn } from "@/lib/contract/reference.values";
import type { NoticeRow } from "./record";

/** Returns the URL of a notice's record; null if there is none. Pushes and mails contain it, so it names no person. */
export function noticeUrl({ kind, recordType, recordId, params }: NoticeRow): string | null {
  if (kind === "department_late") return "/dashboard/ireports/all?late=true&escalated=true";
  if (recordType === "approval") {
    const reference = referenceIn(params.about ?? "");
    const query = reference ? `&q=${reference}` : "";
    return `/dashboard/approvals?view=${kind === "approval_closed" ? "mine" : "waiting"}${query}`;
  }
  return RECORD_KINDS[recordType].address?.({ id: recordId, name: "" }) ?? null;
}
