import { route } from "./route";

/**
 * Open to everybody who is signed in, because each kind of request has its own right: who may decide is
 * `approvals.values.ts`, checked by `approvals.decide` for the kind at hand.
 */
export const approvalsRoutes = {
  list: route(
    "GET",
    "/approvals",
    "signed-in",
    "Requests that wait for the caller, or that the caller made or decided",
  ),
  waiting: route("GET", "/approvals/waiting", "signed-in", "How many requests wait for the caller"),
  single: route(
    "GET",
    "/approvals/{approvalId}",
    "signed-in",
    "One request: what approving it would do to accounts, and what changed since it was asked",
  ),
  decide: route(
    "PATCH",
    "/approvals/{approvalId}/decision",
    "signed-in",
    "Approve or reject what another admin asked for; needs the right “approve” in the feature concerned",
    { done: "Decided a request for approval", idempotent: true },
  ),
  cancel: route("PATCH", "/approvals/{approvalId}/cancellation", "signed-in", "Withdraw one's own request", {
    done: "Withdrew a request for approval",
  }),
};
