/** Purposes for which personal data of citizens is kept (docs/citizens-data.md). */
export const DATA_PURPOSES = [
  "account",
  "identity",
  "payments",
  "services",
  "communication",
  "accountability",
] as const;
export type DataPurpose = (typeof DATA_PURPOSES)[number];

/** Days within which an approved copy of a citizen's data can be downloaded. */
export const DATA_COPY_AVAILABLE_DAYS = 7;

/** Data that is removed after a period, each by its own rule (docs/citizens-data.md). */
export const RETENTION_RULES = [
  "rejected_identity_documents",
  "rejected_grant_documents",
  "submission_origin",
  "correction_details",
  "app_activity",
  "closed_identities",
] as const;
export type RetentionRule = (typeof RETENTION_RULES)[number];

/** Retention periods in days: the default, and the shortest that an admin can set. */
export const RETENTION_PERIODS: Record<RetentionRule, { default_days: number; minimum_days: number }> = {
  rejected_identity_documents: { default_days: 730, minimum_days: 180 },
  rejected_grant_documents: { default_days: 730, minimum_days: 180 },
  submission_origin: { default_days: 365, minimum_days: 90 },
  correction_details: { default_days: 365, minimum_days: 90 },
  app_activity: { default_days: 730, minimum_days: 90 },
  // Five years with two leap days, as the law against money laundering requires.
  closed_identities: { default_days: 1_827, minimum_days: 1_827 },
};
/** Longest retention period in days that an admin can set. */
export const MAX_RETENTION_DAYS = 3_660;

/**
 * Id under which approvals and the audit trail list every removal of old data. All removals share it, so that only one can await
 * approval.
 */
export const RETENTION_RECORD_ID = "00000000-0000-7000-8000-0000000000d1";

/**
 * Parts of a citizen's data that can be erased. A customer's `identity`, `payments` and `audit_trail` stay for
 * `IDENTITY_RETENTION_YEARS` after the closing; until then, `service_audit_trail` is erased in place of `audit_trail`.
 */
export const ERASED_PARTS = [
  "contact_details",
  "devices",
  "app_activity",
  "pins",
  "rejected_documents",
  "submission_origin",
  "correction_details",
  "services",
  "service_audit_trail",
  "identity",
  "payments",
  "audit_trail",
] as const;
export type ErasedPart = (typeof ERASED_PARTS)[number];

/** Labels of erasure parts and retention rules. */
export const DATA_PART_LABELS: Record<ErasedPart | RetentionRule, string> = {
  contact_details: "Email address, home address and status message",
  devices: "Devices that get notifications",
  app_activity: "Read announcements, opened notifications and votes on questions",
  pins: "Pins of admins on the account",
  rejected_documents: "Documents of rejected identity requests and grant applications",
  rejected_identity_documents: "Documents of rejected identity requests",
  rejected_grant_documents: "Documents of rejected grant applications",
  submission_origin: "Device and network address of identity requests",
  correction_details: "Old and new contact details in decided corrections",
  services: "Texts, places, contact details and files in reports, grant applications and ticket orders",
  service_audit_trail: "Names and values in the audit trail of reports, grant applications and ticket orders",
  identity: "Name, phone number, date of birth, identity requests and notes",
  payments: "Texts, names, cards and account numbers in payments and grant payouts",
  audit_trail: "Names and values in the audit trail",
  closed_identities: "Identities of customers whose accounts were closed",
};

/** Returns the label of a part of a citizen's data, for the middle of a sentence. */
export const dataPartInSentence = (part: ErasedPart | RetentionRule) =>
  DATA_PART_LABELS[part].charAt(0).toLowerCase() + DATA_PART_LABELS[part].slice(1);

/** Why a closed account's data is not erased yet. */
export const ERASURE_OBSTACLES = [
  "hold",
  "money",
  "payment",
  "identity_request",
  "grant_application",
  "order",
  "report",
  "refund",
] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];

/** Sentence for each reason why data can't be erased yet. */
export const ERASURE_OBSTACLE_TEXTS: Record<ErasureObstacle, string> = {
  hold: "A hold is placed on the data. Release it first.",
  money: "The wallet or suspense has money of this person. Pay it out or clear it first.",
  payment: "A payment is in progress or disputed. Wait until it is settled.",
  identity_request: "An identity request is open. It must be decided first.",
  grant_application: "A grant application is open. Get it paid or rejected first.",
  order: "An order of tickets is not paid yet. Wait until it is paid or expires.",
  report: "A report is open. Close it first.",
  refund: "A refund or a manual transfer awaits approval. It must be decided first.",
};

/** Years from the closing of an account for which the identity and the payments of a customer are kept by law. */
export const IDENTITY_RETENTION_YEARS = 5;
