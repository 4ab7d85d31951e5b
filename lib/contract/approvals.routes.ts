import { route } from "./route";

/** Routes of the approvals inbox. Every signed-in admin may call them: `approvals.decide` checks the right for each kind of request. */
export const approvalsRoutes = {
  list: route("GET", "/approvals", "signed-in"),
  waiting: route("GET", "/approvals/waiting", "signed-in"),
  single: route("GET", "/approvals/{approvalId}", "signed-in"),
  decide: route("PATCH", "/approvals/{approvalId}/decision", "signed-in", { idempotent: true }),
  cancel: route("PATCH", "/approvals/{approvalId}/cancellation", "signed-in"),
};
