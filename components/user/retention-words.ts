import type { RetentionRule } from "@/lib/contract/user-data.values";

/** What each rule removes, and from when its period counts. */
export const RETENTION_TEXTS: Record<RetentionRule, { label: string; from: string }> = {
  rejected_identity_documents: {
    label: "Documents of rejected identity requests",
    from: "days after the rejection. The request with its decision stays.",
  },
  rejected_grant_documents: {
    label: "Documents of rejected grant applications",
    from: "days after the rejection. The application with its decision stays.",
  },
  submission_origin: {
    label: "Device and network address of identity requests",
    from: "days after the request, unless it is still open.",
  },
  correction_details: {
    label: "Old and new contact details in decided corrections",
    from: "days after the request. Who decided it, and when, stays.",
  },
  app_activity: {
    label: "Read announcements, opened notifications and votes on questions",
    from: "days after each. Figures of old content become smaller.",
  },
};

/** Returns the storage names of drafts that keep input when the session ends. */
export const periodDraftName = (rule: RetentionRule) => `user.changeRetention:${rule}`;
export const REMOVAL_DRAFT = "user.runRetention";
