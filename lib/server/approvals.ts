import "server-only";
import { api } from "./api/pipeline";
import { decideApproval, withdrawApproval } from "./approvals/decide";
import { countWaitingApprovals, listApprovals } from "./approvals/list";
import { readApprovalDetails } from "./approvals/single";

const { approvals: calls } = api;

/** Handlers of the calls with which admins list, read, decide and withdraw approval requests. */
export const approvalsHandlers = {
  list: calls.list.handler(({ input, context: { db, admin } }) => listApprovals(db, input, admin)),
  waiting: calls.waiting.handler(({ context: { db, admin } }) => countWaitingApprovals(db, admin)),
  single: calls.single.handler(({ input, context: { db, admin } }) => readApprovalDetails(db, input.approvalId, admin)),
  decide: calls.decide.handler(({ input, context }) => decideApproval(context, input)),
  cancel: calls.cancel.handler(({ input, context }) => withdrawApproval(context, input.approvalId)),
};
