import { LGAS } from "./lgas.values";
import { anyOfFilter, dayFilter, declareList, flagFilter, idFilter, omitFilters, oneOfFilter } from "./list.values";
/** Values of the grants module that screens, contract and tables share (docs/rules.md, Grants). */

/**
 * `open`: accepts applications within its window. `closed`: accepts none, while reviews and payouts continue. `completed`: the
 * rest of the budget was returned to the grants pool.
 */
export const PROGRAMME_STATES = ["draft", "open", "closed", "completed"] as const;
export type ProgrammeState = (typeof PROGRAMME_STATES)[number];
/** Allowed changes of a programme's state. */
export const PROGRAMME_TRANSITIONS: Record<ProgrammeState, readonly ProgrammeState[]> = {
  draft: ["open"],
  open: ["closed"],
  closed: ["open", "completed"],
  completed: [],
};

/** `fixed`: everybody gets the amount. `up_to`: each approval sets the amount, up to that maximum. */
export const AWARD_KINDS = ["fixed", "up_to"] as const;
export type AwardKind = (typeof AWARD_KINDS)[number];

/** States of a grant application. */
export const APPLICATION_STATES = [
  "submitted",
  "shortlisted",
  "approved",
  "disbursed",
  "rejected",
  "payment_failed",
] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];
export const APPLICATION_STATE_WORDS: Record<ApplicationState, string> = {
  submitted: "Submitted",
  shortlisted: "Shortlisted",
  approved: "Approved",
  disbursed: "Paid",
  rejected: "Rejected",
  payment_failed: "Payment failed",
};
/** Allowed changes of an application's state. After a failed payment, an admin retries the payout or rejects the application. */
export const APPLICATION_TRANSITIONS: Record<ApplicationState, readonly ApplicationState[]> = {
  submitted: ["shortlisted", "rejected"],
  shortlisted: ["approved", "rejected"],
  approved: ["disbursed", "payment_failed", "rejected"],
  payment_failed: ["disbursed", "rejected"],
  disbursed: [],
  rejected: [],
};
/** States in which applications are reviewed, before the decision. */
export const APPLICATION_REVIEW_STATES = ["submitted", "shortlisted"] as const satisfies readonly ApplicationState[];
/** States of an application in which its amount is committed but not paid. */
export const BUDGET_COMMITTED_STATES = ["approved", "payment_failed"] as const satisfies readonly ApplicationState[];
/** States with a pending decision, in which a conflict of interest matters. */
export const CONFLICT_CHECK_STATES = [...APPLICATION_REVIEW_STATES, ...BUDGET_COMMITTED_STATES] as const;

/** Kinds of questions in an application form. */
export const GRANT_QUESTION_KINDS = ["text", "number", "choice", "yes_no"] as const;
export type GrantQuestionKind = (typeof GRANT_QUESTION_KINDS)[number];

/** Destination of a grant's payment. */
export const GRANT_PAYOUT_KINDS = ["wallet", "bank"] as const;

/** Data that different applicants normally don't share. A match flags both applications. */
export const DUPLICATE_KINDS = ["identity_number", "phone", "account", "photo", "device"] as const;
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number];
/** Labels of the data that duplicate applications share. */
export const DUPLICATE_WORDS: Record<DuplicateKind, string> = {
  identity_number: "Same identity number",
  phone: "Same phone",
  account: "Same account",
  photo: "Same photo",
  device: "Same device",
};

/** Reasons why a citizen may not apply. */
export const INELIGIBILITY_REASONS = ["tier", "lga", "group", "age", "not_open", "applied"] as const;
export type IneligibilityReason = (typeof INELIGIBILITY_REASONS)[number];

/** Decisions on a grant application. */
export const APPLICATION_DECISIONS = ["shortlist", "approve", "reject"] as const;
/** A decision on a grant application. */
export type GrantDecision = (typeof APPLICATION_DECISIONS)[number];

/** Number of reviewers whose scores an approval needs. */
export const REVIEWERS_NEEDED = 2;
/** Highest score of a review. */
export const SCORE_MAX = 100;

/** `draft`: rows can be reviewed and removed. `paying`: approved, paid row by row. `done`: every row is paid or failed. */
export const PAYOUT_BATCH_STATES = ["draft", "awaiting_approval", "paying", "done", "rejected", "cancelled"] as const;
export type PayoutBatchState = (typeof PAYOUT_BATCH_STATES)[number];
/** Allowed changes of a payout batch's state. */
export const PAYOUT_BATCH_TRANSITIONS: Record<PayoutBatchState, readonly PayoutBatchState[]> = {
  draft: ["awaiting_approval", "cancelled"],
  awaiting_approval: ["paying", "rejected", "cancelled"],
  paying: ["done"],
  // A failed row can be retried: the batch pays again.
  done: ["paying"],
  rejected: [],
  cancelled: [],
};

/** `sent`: the provider has the order and has not reported a result. `removed`: removed before the batch was sent. */
export const BATCH_ROW_STATES = ["pending", "sent", "paid", "failed", "removed"] as const;
export type BatchRowState = (typeof BATCH_ROW_STATES)[number];
export const BATCH_ROW_STATE_WORDS: Record<BatchRowState, string> = {
  pending: "Pending",
  sent: "With provider",
  paid: "Paid",
  failed: "Failed",
  removed: "Removed",
};
/** Allowed changes of the state of a payout batch's row. */
export const BATCH_ROW_TRANSITIONS: Record<BatchRowState, readonly BatchRowState[]> = {
  pending: ["sent", "paid", "failed", "removed"],
  sent: ["paid", "failed"],
  // `pending`: the payment is retried. `paid`: the provider reported success late. `removed`: its application was rejected.
  failed: ["pending", "paid", "removed"],
  paid: [],
  removed: [],
};
/** Maximum number of rows in a payout batch. */
export const BATCH_ROWS_MAX = 100_000;
/** Maximum number of applications per decision. */
export const MAX_APPLICATIONS_PER_DECISION = 500;

/** Data of an application that can change between approval and payout. */
export const APPLICANT_CHANGE_KINDS = ["wallet", "eligibility", "duplicate", "account", "amount"] as const;
export type ApplicantChangeKind = (typeof APPLICANT_CHANGE_KINDS)[number];

export const PROGRAMME_NAME_MAX = 120;
/** Maximum length of a sponsor's name. */
export const SPONSOR_NAME_MAX = 120;
/** Maximum length of a programme's purpose. */
export const PROGRAMME_PURPOSE_MAX = 1_000;
/** Maximum number of questions per programme. */
export const PROGRAMME_QUESTIONS_MAX = 30;
/** Maximum number of documents that a programme requests. */
export const REQUESTED_DOCUMENTS_MAX = 10;
/** Maximum number of options of a question. */
export const QUESTION_CHOICES_MAX = 20;
/** Maximum length of an applicant's answer. */
export const ANSWER_LENGTH_MAX = 2_000;
/** Maximum length of a reviewer's comment, and of a question to the applicant and its answer. */
export const REVIEW_COMMENT_MAX = 2_000;
/** Maximum length of a reason in the Grants module. */
export const GRANT_REASON_MAX = 400;

/** Nigerian bank account numbers (NUBAN) have 10 digits. */
export const ACCOUNT_NUMBER_PATTERN = /^\d{10}$/;

/** List of programmes. Default order: open ones first. */
export const PROGRAMME_LIST = declareList({
  name: "grant-programmes",
  sorts: ["name", "closes_at", "budget", "updated_at"],
  filters: { state: anyOfFilter(PROGRAMME_STATES) },
});

/** List of applications. `score` sorts by rank, with those that lack a score last. */
export const APPLICATION_LIST = declareList({
  name: "grant-applications",
  sorts: ["submitted_at", "score", "amount"],
  defaultSort: "-submitted_at",
  arrival: "submitted_at",
  filters: {
    programme: idFilter,
    state: anyOfFilter(APPLICATION_STATES),
    lga: oneOfFilter(LGAS),
    /** Applications flagged as duplicates because they share this kind of data, or any data. */
    duplicate: oneOfFilter([...DUPLICATE_KINDS, "any"]),
    /** `mine`: the caller can still score the application. `in`: both scores are submitted. */
    review: oneOfFilter(["mine", "in"]),
    waits: flagFilter,
    /** Applications that are approved and in no payout batch. */
    unpaid: flagFilter,
    user: idFilter,
    from: dayFilter,
    to: dayFilter,
  },
});

/** List of payout batches. */
export const BATCH_LIST = declareList({
  name: "grant-payouts",
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  arrival: "created_at",
  filters: { programme: idFilter, state: anyOfFilter(PAYOUT_BATCH_STATES) },
});

/** List of the rows of a payout batch. */
export const BATCH_ROW_LIST = declareList({
  name: "grant-payout-rows",
  sorts: ["row", "amount", "updated_at"],
  defaultSort: "row",
  filters: { state: anyOfFilter(BATCH_ROW_STATES), changed: flagFilter },
});

/** List of applications on a user's page, where the applicant is already known. */
export const USER_APPLICATION_LIST = omitFilters(
  "user-grants",
  APPLICATION_LIST,
  ...(["programme", "lga", "duplicate", "review", "waits", "unpaid", "user"] as const),
);

/** Results of comparing an account's name at the bank with the application's. */
export const ACCOUNT_NAME_CHECK_RESULTS = ["equal", "differs", "no_account", "not_known", "not_checked"] as const;
/** Maximum length of a name at the bank. */
export const ACCOUNT_NAME_MAX = 100;
