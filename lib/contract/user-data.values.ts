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

/** Years from the closing of an account for which the identity and the payments of a customer are kept by law. */
export const KEPT_YEARS = 5;
