import type { APPROVAL_VIEWS } from "./approvals.values";

export type ApprovalView = (typeof APPROVAL_VIEWS)[number];

/** Returns the URL of a view of the approvals. Always includes the view, because without it the list opens with the filters used last. */
export const approvalsUrl = (view: ApprovalView) => `/dashboard/approvals?view=${view}`;
