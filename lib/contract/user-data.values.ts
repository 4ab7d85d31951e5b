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
export const COPY_DAYS = 7;

/** Data that is removed after a period, each by its own rule (docs/citizens-data.md). */
export const RETENTION_RULES = [
  "rejected_identity_documents",
  "rejected_grant_documents",
  "submission_origin",
  "correction_details",
  "app_activity",
] as const;
export type RetentionRule = (typeof RETENTION_RULES)[number];

/** Periods in days from the given event: the default, and the shortest that an admin can set. */
export const RETENTION_PERIODS: Record<RetentionRule, { default_days: number; minimum_days: number }> = {
  rejected_identity_documents: { default_days: 730, minimum_days: 180 },
  rejected_grant_documents: { default_days: 730, minimum_days: 180 },
  submission_origin: { default_days: 365, minimum_days: 90 },
  correction_details: { default_days: 365, minimum_days: 90 },
  app_activity: { default_days: 730, minimum_days: 90 },
};
export const MAX_RETENTION_DAYS = 3_660;

/** The record of all removals in approvals and the audit trail. There is one, so that only one request can wait. */
export const RETENTION_RECORD_ID = "00000000-0000-7000-8000-0000000000d1";

/** Parts of a citizen's data that an erasure erases. `identity`, `audit_trail`: only without an approved identity and payments. */
export const ERASED_PARTS = [
  "contact_details",
  "devices",
  "app_activity",
  "pins",
  "rejected_documents",
  "submission_origin",
  "correction_details",
  "identity",
  "audit_trail",
] as const;
export type ErasedPart = (typeof ERASED_PARTS)[number];

/** Names of the parts of an erasure and of the rules of retention. */
export const PART_LABELS: Record<ErasedPart | RetentionRule, string> = {
  contact_details: "Email address, home address and status message",
  devices: "Devices that get notifications",
  app_activity: "Read announcements, opened notifications and votes on questions",
  pins: "Pins of admins on the account",
  rejected_documents: "Documents of rejected identity requests and grant applications",
  rejected_identity_documents: "Documents of rejected identity requests",
  rejected_grant_documents: "Documents of rejected grant applications",
  submission_origin: "Device and network address of identity requests",
  correction_details: "Old and new contact details in decided corrections",
  identity: "Name, phone number, date of birth, identity requests and notes",
  audit_trail: "Names and values in the audit trail",
};

/** Returns a part's name for the middle of a sentence. */
export const partInSentence = (part: ErasedPart | RetentionRule) =>
  PART_LABELS[part].charAt(0).toLowerCase() + PART_LABELS[part].slice(1);

/** Years from the closing of an account for which the identity and the payments of a customer are kept by law. */
export const KEPT_YEARS = 5;
