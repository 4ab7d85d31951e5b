import { route } from "./route";

/**
 * Open to everybody who is signed in, because each kind of request has its own right: who may decide is
 * `approvals.values.ts`, checked by `approvals.decide` for the kind at hand.
 */
export const approvalsRoutes = {
  list: route("GET", "/approvals", "signed-in"),
  waiting: route("GET", "/approvals/waiting", "signed-in"),
  single: route("GET", "/approvals/{approvalId}", "signed-in"),
  decide: route("PATCH", "/approvals/{approvalId}/decision", "signed-in", { idempotent: true }),
  cancel: route("PATCH", "/approvals/{approvalId}/cancellation", "signed-in"),
};
