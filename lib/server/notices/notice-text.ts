import "server-only";
import type { NoticeKind } from "@/lib/contract/notices.values";
import { RECORD_KINDS } from "@/lib/contract/record-kinds";
import { truncateText } from "@/lib/contract/words.values";
import type { NoticeRow } from "./record";

/** Maximum length of a notice's text, because names and changes in the text can be long. */
const TEXT_MAX = 240;

type TextFields = Pick<NoticeRow, "kind" | "recordType" | "recordName" | "params">;

type Words = { title: string; text: string };

/** Returns the text of a notice in the app, where only admins who may read the record see it. */
export function noticeText(notice: TextFields): Words {
  const { title, text } = NOTICE_TEXTS[notice.kind](notice);
  return { title, text: truncateText(text, TEXT_MAX) };
}

/** Returns the text of a notice for pushes and mails, which leave the office: without citizens' names and admins' reasons. */
export function noticeTextWithoutNames(notice: TextFields): Words {
  const { title, text, outside = text } = NOTICE_TEXTS[notice.kind](notice);
  return { title, text: truncateText(outside, TEXT_MAX) };
}

const labelledRecord = ({ recordType, recordName }: TextFields) => `${RECORD_KINDS[recordType].label} ${recordName}`;

/** Describes an approval request by its kind and its reference or title. */
const requestWords = ({ params: { request = "A request", about } }: TextFields) =>
  about ? `${request}: ${about}` : request;

const CLOSED_TITLES: Record<string, string> = {
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Withdrawn",
  expired: "Expired",
};

/** Texts of notices by kind. `outside`: the text in pushes and mails, if it differs. */
const NOTICE_TEXTS: Record<NoticeKind, (notice: TextFields) => Words & { outside?: string }> = {
  approval_waiting: (notice) => ({
    title: "Waits for your approval",
    text: `${notice.params.by}: ${notice.params.change}`,
    outside: requestWords(notice),
  }),
  approval_closed: (notice) => ({
    title: CLOSED_TITLES[notice.params.state ?? ""] ?? "Closed",
    text: [notice.params.change, notice.params.by && `by ${notice.params.by}`, notice.params.reason]
      .filter(Boolean)
      .join(" · "),
    outside: requestWords(notice),
  }),
  assigned: ({ recordName, params }) => ({
    title: "Assigned to you",
    text: `${params.by} assigned ${params.what ?? recordName} to you.`,
  }),
  released: ({ params }) => ({ title: "Released", text: params.text ?? "" }),
  late: (notice) => ({ title: "Late", text: `${labelledRecord(notice)} is assigned to you and late.` }),
  department_late: ({ params }) => ({ title: `${params.what} late`, text: "In your department." }),
  mention: (notice) => ({
    title: "You were mentioned",
    text: `${notice.params.by} mentioned you in a note: ${labelledRecord(notice)}.`,
    ...(notice.recordType === "user" && { outside: `${notice.params.by} mentioned you in a note about a user.` }),
  }),
  export: ({ params }) => ({
    title: params.complete ? "Export complete" : "Export stopped",
    text: params.complete
      ? `${params.file} was downloaded: ${params.rows}.`
      : `${params.file} stopped after ${params.rows}. Export it again.`,
  }),
  import: ({ params }) => ({ title: "Opening balances posted", text: params.text ?? "" }),
  low_budget: (notice) => ({ title: "Runs low", text: `${labelledRecord(notice)}: ${notice.params.left}` }),
  broadcast_failed: ({ recordName, params }) => ({
    title: "Notification to citizens not sent",
    text: `${recordName}: ${params.reason}`,
  }),
  webhook_disabled: ({ recordName, params }) => ({
    title: "Webhook endpoint disabled",
    text: `${recordName} ${params.reason}. Repair the receiving server, then enable the endpoint and replay what failed.`,
  }),
  account_name: ({ recordName }) => ({
    title: "Account name differs",
    text: `${recordName} is not sent: its account has another name at the bank. Compare the names, then send it or return the money.`,
  }),
  reconciliation_question: ({ recordName, params }) =>
    params.answered
      ? { title: "Your question was answered", text: `${params.by} answered your question about ${recordName}.` }
      : { title: "You were asked", text: `${params.by} asks you about ${recordName}.` },
  refund_refused: ({ recordName }) => ({
    title: "Refund refused",
    text: `The payment provider refuses ${recordName} for good. Its money is on suspense. Try the refund again, or clear the money to the wallet.`,
  }),
  dispute: ({ recordName, params }) => ({ title: params.title ?? "Dispute", text: `${recordName}: ${params.text}` }),
  day_proposed: ({ recordName, params }) => ({
    title: "Day proposed for closing",
    text: `${params.by} proposed ${recordName}. Check its figures, then close it or withdraw the proposal.`,
  }),
  app_key: ({ recordName, params }) => ({
    title: params.title ?? "App key",
    text: `${recordName} (app ${params.app}, ${params.prefix}…) ${params.what}`,
  }),
};
