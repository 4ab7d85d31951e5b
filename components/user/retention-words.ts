import { DATA_PART_LABELS, type RetentionRule } from "@/lib/contract/user-data.values";

/** Describes which data each retention rule removes, and from when its period counts. */
export const RETENTION_TEXTS: Record<RetentionRule, { label: string; from: string }> = {
  rejected_identity_documents: {
    label: DATA_PART_LABELS.rejected_identity_documents,
    from: "days after the rejection. The request with its decision stays.",
  },
  rejected_grant_documents: {
    label: DATA_PART_LABELS.rejected_grant_documents,
    from: "days after the rejection. The application with its decision stays.",
  },
  submission_origin: {
    label: DATA_PART_LABELS.submission_origin,
    from: "days after the request, unless it is still open.",
  },
  correction_details: {
    label: DATA_PART_LABELS.correction_details,
    from: "days after the request. Who decided it, and when, stays.",
  },
  app_activity: {
    label: DATA_PART_LABELS.app_activity,
    from: "days after each. Figures of old content become smaller.",
  },
  closed_identities: {
    label: DATA_PART_LABELS.closed_identities,
    from: "days after the closing, as the law requires. Amounts, states and the ledger stay.",
  },
};

/** Returns the storage name of the draft that keeps a changed retention period when the session ends. */
export const retentionPeriodDraftName = (rule: RetentionRule) => `user.changeRetention:${rule}`;
/** Storage name of the draft that keeps a removal request when the session ends. */
export const DATA_REMOVAL_DRAFT_NAME = "user.runRetention";
