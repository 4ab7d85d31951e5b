import { declareList, oneOfFilter } from "./list.values";

/** Ways in which an admin receives a notice. A kind of notice without any channel is off. */
export const NOTICE_CHANNELS = ["app", "push", "mail"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
/** Which channels are on for one kind of notice. */
export type NoticeChannels = Record<NoticeChannel, boolean>;

const channelsOn = (...on: NoticeChannel[]): NoticeChannels => ({
  app: on.includes("app"),
  push: on.includes("push"),
  mail: on.includes("mail"),
});

/** Kinds of notices to admins, in the order of the preferences, with the channels that apply until an admin changes them. */
export const NOTICE_RULES = {
  approval_waiting: { label: "A request waits for my approval", defaults: channelsOn("app", "push") },
  approval_closed: {
    label: "My request for approval is approved, rejected, withdrawn or expired",
    defaults: channelsOn("app", "push"),
  },
  assigned: { label: "An identity request or report is assigned to me", defaults: channelsOn("app", "push") },
  released: { label: "Identity requests of mine are released for lack of work", defaults: channelsOn("app", "push") },
  late: { label: "An identity request or report of mine is late", defaults: channelsOn("app") },
  department_late: { label: "Reports of the department that I lead are late", defaults: channelsOn("app", "mail") },
  mention: { label: "An admin mentions me in an internal note", defaults: channelsOn("app", "push") },
  export: { label: "My export fails, or one that took long is complete", defaults: channelsOn("app") },
  import: { label: "My import of opening balances is posted", defaults: channelsOn("app", "mail") },
  low_budget: { label: "The budget of a programme or a system account runs low", defaults: channelsOn("app", "mail") },
  broadcast_failed: { label: "A notification to citizens fails", defaults: channelsOn("app", "push", "mail") },
  webhook_disabled: {
    label: "A webhook endpoint is disabled automatically",
    defaults: channelsOn("app", "push", "mail"),
  },
  account_name: {
    label: "A payout waits, because its account has another name at the bank",
    defaults: channelsOn("app", "push", "mail"),
  },
  reconciliation_question: {
    label: "A colleague asks me about money in reconciliation, or answers my question",
    defaults: channelsOn("app", "push"),
  },
  refund_refused: {
    label: "The payment provider refuses a refund for good",
    defaults: channelsOn("app", "push", "mail"),
  },
  dispute: {
    label: "A dispute needs an answer, is due soon or late",
    defaults: channelsOn("app", "push", "mail"),
  },
  day_proposed: {
    label: "A day of reconciliation is proposed, and I may close it",
    defaults: channelsOn("app", "push"),
  },
  app_key: {
    label: "An app key is made, changed, rotated or ended, or ends soon",
    defaults: channelsOn("app", "push", "mail"),
  },
} as const satisfies Record<string, { label: string; defaults: NoticeChannels }>;
export type NoticeKind = keyof typeof NOTICE_RULES;
export const NOTICE_KINDS = Object.keys(NOTICE_RULES) as [NoticeKind, ...NoticeKind[]];

/** Tabs of the list of notices. */
export const NOTICE_VIEWS = ["all", "unread"] as const;
export type NoticeView = (typeof NOTICE_VIEWS)[number];

/** List of the caller's own notices, newest first. */
export const NOTICE_LIST = declareList({
  sorts: ["created_at"],
  defaultSort: "-created_at",
  arrival: "created_at",
  filters: { view: oneOfFilter(NOTICE_VIEWS) },
});

/** Days after which a notice is deleted. */
export const NOTICE_RETENTION_DAYS = 90;

/** Percentage of a programme's budget. If less than that is left, the budget is low. */
export const LOW_BUDGET_PERCENT = 10;

/** Multiple of the threshold at which a low budget or account counts as recovered, so that it can cause a notice again. */
export const LOW_FUNDS_RECOVERY_FACTOR = 1.5;

/** Seconds above which a completed export creates a notice. A shorter export is shown in its dialog only. */
export const LONG_EXPORT_SECONDS = 30;
