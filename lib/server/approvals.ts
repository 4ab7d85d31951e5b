import "server-only";
import { api } from "./api/spine";
import { decideApproval, withdrawApproval } from "./approvals/decide";
import { countWaiting, listApprovals } from "./approvals/list";
import { approvalSingle } from "./approvals/single";

export const approvals = {
  list: api.approvals.list.handler(({ input, context: { db, admin } }) => listApprovals(db, input, admin)),
  waiting: api.approvals.waiting.handler(async ({ context: { db, admin } }) => ({
    waiting: await countWaiting(db, admin),
  })),
  single: api.approvals.single.handler(({ input, context: { db, admin } }) =>
    approvalSingle(db, input.approvalId, admin),
  ),
  decide: api.approvals.decide.handler(({ input, context }) => decideApproval(context, input)),
  cancel: api.approvals.cancel.handler(({ input, context }) => withdrawApproval(context, input.approvalId)),
};
