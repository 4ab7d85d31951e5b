import { LGAS } from "./kyc.values";
import { anyOf, day, declareList, flag, ids, matching, oneOf, oneOfOrId, uuid, without } from "./list.values";
/** Words of the iReports module that screens, contract and tables share (docs/rules.md, iReports). */
export const IREPORT_STATES = [
  "submitted",
  "acknowledged",
  "in_progress",
  "waiting_for_citizen",
  "resolved",
  "rejected",
  "duplicate",
] as const;
export type IreportState = (typeof IREPORT_STATES)[number];

/** States in which a report still needs the desk or the citizen. */
export const IREPORT_OPEN_STATES = [
  "submitted",
  "acknowledged",
  "in_progress",
  "waiting_for_citizen",
] as const satisfies readonly IreportState[];

/** States in which both clocks run: the desk has to act. */
export const IREPORT_RUNNING_STATES = [
  "submitted",
  "acknowledged",
  "in_progress",
] as const satisfies readonly IreportState[];
export type IreportRunningState = (typeof IREPORT_RUNNING_STATES)[number];

export const isOpenIreport = (state: IreportState) => (IREPORT_OPEN_STATES as readonly IreportState[]).includes(state);
export const isRunningIreport = (state: IreportState): state is IreportRunningState =>
  (IREPORT_RUNNING_STATES as readonly IreportState[]).includes(state);

/** The only ways between states (docs/rules.md); the database's trigger has the same pairs. Back from waiting: only to where it came from. */
export const IREPORT_TRANSITIONS: Record<IreportState, readonly IreportState[]> = {
  submitted: ["acknowledged", "waiting_for_citizen"],
  acknowledged: ["in_progress", "waiting_for_citizen"],
  in_progress: ["resolved", "rejected", "duplicate", "waiting_for_citizen"],
  waiting_for_citizen: ["submitted", "acknowledged", "in_progress"],
  resolved: ["in_progress"],
  rejected: [],
  duplicate: [],
};

export const IREPORT_PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type IreportPriority = (typeof IREPORT_PRIORITIES)[number];

/** Why a report is rejected; the citizen reads the text beside it. */
export const IREPORT_REJECTIONS = [
  "not_our_responsibility",
  "not_enough_information",
  "nothing_found",
  "abusive",
  "spam_or_test",
  "other",
] as const;
export type IreportRejection = (typeof IREPORT_REJECTIONS)[number];

/** Of the others the word itself reads well. */
export const IREPORT_REJECTION_WORDS: Partial<Record<IreportRejection, string>> = {
  spam_or_test: "Spam or a test",
  other: "Another reason",
};

/** What the citizen reads of the desk's work, and what they wrote themselves. Internal notes are kept apart. */
export const IREPORT_MESSAGE_KINDS = [
  "update",
  "question",
  "answer",
  "resolution",
  "rejection",
  "duplicate",
  "reopening",
] as const;
export type IreportMessageKind = (typeof IREPORT_MESSAGE_KINDS)[number];

/** Days in which a resolved report can be reopened. */
export const IREPORT_REOPEN_DAYS = 14;

export const IREPORT_TITLE_MAX = 120;
export const IREPORT_TEXT_MAX = 4_000;
export const IREPORT_WARD_MAX = 80;
/** Longest public update, question, resolution or answer. */
export const IREPORT_MESSAGE_MAX = 2_000;
export const IREPORT_NOTE_MAX = 2_000;
export const IREPORT_PHOTOS_MAX = 5;

/** Photos of a report that its row in the list shows. */
export const IREPORT_LIST_PHOTOS = 2;

/** Reports whose photos one call of the list reads: the rows of its longest page. */
export const IREPORT_LIST_PHOTOS_OF = 100;
/** Rows of one bulk action. */
export const IREPORT_BULK_MAX = 100;
/** Pages end here: the count is capped at the same number, and an export has every row. */
export const IREPORT_LIST_MAX = 10_000;

/** Kilometres around a point that the list can be narrowed to. */
export const IREPORT_DISTANCES = ["1", "2", "5", "10", "25"] as const;

/** Names of lucide icons; a category shows one. */
export const IREPORT_ICONS = [
  "construction",
  "droplets",
  "lightbulb",
  "trash",
  "flame",
  "shield-alert",
  "heart-pulse",
  "school",
  "trees",
  "store",
  "landmark",
  "car",
  "message-circle-warning",
] as const;
export type IreportIcon = (typeof IREPORT_ICONS)[number];

/** Hours that a target may have: up to 90 days. */
export const IREPORT_TARGET_HOURS_MAX = 2_160;

/** What a template may name in braces; filled in when an officer takes it, and edited before it is sent. */
export const IREPORT_PLACEHOLDERS = ["name", "number", "title"] as const;

/** The list of reports. */
export const IREPORT_LIST = declareList({
  sorts: ["due_at", "state_due_at", "submitted_at", "number", "priority"],
  defaultSort: "due_at",
  filters: {
    state: anyOf(IREPORT_STATES),
    priority: anyOf(IREPORT_PRIORITIES),
    /** Categories by id; one of the first level stands for those below it too. */
    category: ids(20),
    department: uuid,
    lga: anyOf(LGAS),
    owner: oneOfOrId(["me", "nobody"]),
    submitted_from: day,
    submitted_to: day,
    due_from: day,
    due_to: day,
    /** Either clock has run out, and still runs. */
    late: flag,
    escalated: flag,
    reopened: flag,
    /** `within` says how far around, 2 km unless told. */
    near: matching(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/, "Use a point such as 4.9757,8.3417."),
    within: oneOf(IREPORT_DISTANCES),
    /** Reports of one citizen. */
    reporter: uuid,
  },
});

/** The same on a user's page, where the citizen is said already. */
export const USER_IREPORT_LIST = without(IREPORT_LIST, "reporter", "near", "within");
