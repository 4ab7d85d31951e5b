import "server-only";
import type { NoticeKind } from "@/lib/contract/notices.values";
import { RECORD_KINDS } from "@/lib/contract/records";
import { beginningOf } from "@/lib/contract/words.values";
import type { NoticeRow } from "./record";

/** Longest text of a notice. Names and changes in it can be long. */
const TEXT_MAX = 240;

type TextFields = Pick<NoticeRow, "kind" | "recordType" | "recordName" | "params">;

/** Returns a notice in words, the same in the app, in a push and in a mail. */
export function noticeText(notice: TextFields): { title: string; text: string } {
  const { title, text } = WORDS[notice.kind](notice);
  return { title, text: beginningOf(text, TEXT_MAX) };
}

const labelled = ({ recordType, recordName }: TextFields) => `${RECORD_KINDS[recordType].label} ${recordName}`;

const CLOSED_TITLES: Record<string, string> = {
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Withdrawn",
  expired: "Expired",
};

const WORDS: Record<NoticeKind, (notice: TextFields) => { title: string; text: string }> = {
  approval_waiting: ({ params }) => ({ title: "Waits for your approval", text: `${params.by}: ${params.change}` }),
  approval_closed: ({ params }) => ({
    title: CLOSED_TITLES[params.state ?? ""] ?? "Closed",
    text: [params.change, params.by && `by ${params.by}`, params.reason].filter(Boolean).join(" · "),
  }),
  assigned: ({ recordName, params }) => ({
    title: "Assigned to you",
    text: `${params.by} assigned ${params.what ?? recordName} to you.`,
  }),
  released: ({ params }) => ({ title: "Released", text: params.text ?? "" }),
  late: (notice) => ({ title: "Late", text: `${labelled(notice)} is assigned to you and late.` }),
  department_late: ({ params }) => ({ title: `${params.what} late`, text: "In your department." }),
  mention: (notice) => ({
    title: "You were mentioned",
    text: `${notice.params.by} mentioned you in a note: ${labelled(notice)}.`,
  }),
  export: ({ params }) => ({
    title: params.complete ? "Export complete" : "Export stopped",
    text: params.complete
      ? `${params.file} was downloaded: ${params.rows}.`
      : `${params.file} stopped after ${params.rows}. Export it again.`,
  }),
  import: ({ params }) => ({ title: "Opening balances posted", text: params.text ?? "" }),
  low_budget: (notice) => ({ title: "Runs low", text: `${labelled(notice)}: ${notice.params.left}` }),
  broadcast_failed: ({ recordName, params }) => ({
    title: "Notification to citizens not sent",
    text: `${recordName}: ${params.reason}`,
  }),
  webhook_disabled: ({ recordName, params }) => ({
    title: "Webhook endpoint disabled",
    text: `${recordName} ${params.reason}. Repair the receiving server, then enable the endpoint and replay what failed.`,
  }),
};
