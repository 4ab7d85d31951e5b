import { LGAS } from "./lgas.values";
import {
  anyOfFilter,
  dayFilter,
  declareList,
  flagFilter,
  idFilter,
  idsFilter,
  omitFilters,
  oneOfFilter,
  oneOfOrIdFilter,
  patternFilter,
} from "./list.values";
/** Values of the iReports module that screens, contract and tables share (docs/rules.md, iReports). */
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

/** States in which the officers or the citizen still have to act. */
export const IREPORT_OPEN_STATES = [
  "submitted",
  "acknowledged",
  "in_progress",
  "waiting_for_citizen",
] as const satisfies readonly IreportState[];

/** States in which the deadlines of report and state run, because the officers have to act. */
export const IREPORT_RUNNING_STATES = [
  "submitted",
  "acknowledged",
  "in_progress",
] as const satisfies readonly IreportState[];
export type IreportRunningState = (typeof IREPORT_RUNNING_STATES)[number];

/** Returns true for a state in which officers or the citizen still have to act. */
export const isOpenIreport = (state: IreportState) => (IREPORT_OPEN_STATES as readonly IreportState[]).includes(state);
/** Returns true for a state in which the report's deadlines run. */
export const isRunningIreport = (state: IreportState): state is IreportRunningState =>
  (IREPORT_RUNNING_STATES as readonly IreportState[]).includes(state);

/** Allowed changes of a report's state (docs/rules.md), enforced by a trigger too. After waiting, a report returns to its previous state. */
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

/** Reasons for rejecting a report. The citizen reads the text that the officer enters with the reason. */
export const IREPORT_REJECTION_REASONS = [
  "not_our_responsibility",
  "not_enough_information",
  "nothing_found",
  "abusive",
  "spam_or_test",
  "other",
] as const;
export type IreportRejectionReason = (typeof IREPORT_REJECTION_REASONS)[number];

/** Labels of rejection reasons whose value is no readable label. */
export const IREPORT_REJECTION_REASON_WORDS: Partial<Record<IreportRejectionReason, string>> = {
  spam_or_test: "Spam or a test",
  other: "Another reason",
};

/** Kinds of messages between officers and citizen. Internal notes are stored separately. */
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

/** Days after resolution in which a report can be reopened. */
export const IREPORT_REOPEN_DAYS = 14;

export const IREPORT_TITLE_MAX = 120;
/** Maximum length of a report's description. */
export const IREPORT_TEXT_MAX = 4_000;
/** Maximum length of a ward's name. */
export const IREPORT_WARD_NAME_MAX = 80;
/** Maximum length of a public update, question, resolution or answer. */
export const IREPORT_MESSAGE_MAX = 2_000;
export const IREPORT_NOTE_MAX = 2_000;
/** Maximum number of photos per report, and per resolution. */
export const IREPORT_PHOTOS_MAX = 5;

/** Number of photos shown per row of the list. */
export const MAX_PHOTOS_IN_LIST_ROW = 2;

/** Maximum number of reports per request for list photos: the rows of the longest page. */
export const MAX_REPORTS_PER_PHOTO_REQUEST = 100;
/** Maximum number of reports in a bulk action. */
export const IREPORT_BULK_ACTION_MAX = 100;
/** Maximum number of reports shown in the list. The count has the same cap; an export has every row. */
export const IREPORT_LIST_ROWS_MAX = 10_000;

/** Radius options of the list's filter around a point, in kilometres. */
export const IREPORT_DISTANCES = ["1", "2", "5", "10", "25"] as const;

/** Icons of categories, by their lucide names. */
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

/** Maximum target time in hours: 90 days. */
export const IREPORT_TARGET_HOURS_MAX = 2_160;

/** Placeholders in templates. They are filled in when an officer selects a template. The officer can still edit the text. */
export const IREPORT_PLACEHOLDERS = ["name", "number", "title"] as const;

/** List of reports. */
export const IREPORT_LIST = declareList({
  name: "ireports",
  sorts: ["due_at", "state_due_at", "submitted_at", "number", "priority"],
  defaultSort: "due_at",
  arrival: "submitted_at",
  filters: {
    state: anyOfFilter(IREPORT_STATES),
    priority: anyOfFilter(IREPORT_PRIORITIES),
    /** Category ids. A top-level category includes its subcategories. */
    category: idsFilter(20),
    department: idFilter,
    lga: anyOfFilter(LGAS),
    owner: oneOfOrIdFilter(["me", "nobody"]),
    submitted_from: dayFilter,
    submitted_to: dayFilter,
    due_from: dayFilter,
    due_to: dayFilter,
    /** Reports that have passed the deadline of the report or of its state. */
    late: flagFilter,
    escalated: flagFilter,
    reopened: flagFilter,
    /** Point to search around. `within` is the radius, 2 km by default. */
    near: patternFilter(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/, "Use a point such as 4.9757,8.3417."),
    within: oneOfFilter(IREPORT_DISTANCES),
    /** Only reports of this citizen. */
    reporter: idFilter,
  },
});

/** List of reports on a user's page, where the citizen is already known. */
export const USER_IREPORT_LIST = omitFilters("user-ireports", IREPORT_LIST, "reporter", "near", "within");
