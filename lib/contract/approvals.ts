import { z } from "zod";
import { approvalsRoutes as routes } from "./approvals.routes";
import { APPROVAL_KINDS, APPROVAL_LIST, APPROVAL_REASON_MAX, APPROVAL_STATES } from "./approvals.values";
import { adminRef, endpoint, id, instant, listInput, noInput, pageOf, text, version } from "./common";
import { NORMAL_BALANCES } from "./ledger.values";

/** A change of a record that awaits approval; screens show "awaiting approval by …". */
export const pendingApproval = z.object({
  approvalId: z.string(),
  /** Description of the requested change. */
  change: z.string(),
  requested_by: adminRef,
  requested_at: instant,
  expires_at: instant,
  /** Admins who can decide the request. */
  approvers: z.array(adminRef),
  /** Admins who have the right to decide the request but may not, with the reason. */
  kept_out: z.array(adminRef.extend({ reason: z.string() })),
});
export type PendingApproval = z.infer<typeof pendingApproval>;

const approval = z.object({
  approvalId: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  record: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  change: z.string(),
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  requested_by: adminRef,
  requested_at: instant,
  expires_at: instant,
  decided_by: adminRef.nullable(),
  decided_at: instant.nullable(),
  decision_reason: z.string().nullable(),
  version,
});
/** An approval request in the inbox. */
export type ApprovalRow = z.infer<typeof approval>;

/** Effect of an approval on one account, computed from its current balance, in kobo. */
const approvalEffect = z.object({
  /** Name of the account: "Settlement float", "Ada Obi's wallet" or "Wallets of 12 people". */
  name: z.string(),
  side: z.enum(NORMAL_BALANCES),
  amount: z.int(),
  /** Balances on the account's normal side, in kobo; null for several wallets, or if the caller's rights hide them. */
  before: z.int().nullable(),
  after: z.int().nullable(),
  /** True if the caller's rights hide the balance. */
  is_hidden: z.boolean(),
  /** True if the balance would fall below zero, below reservations, or (for the float) below what is owed to users. */
  is_short: z.boolean(),
});
export type ApprovalEffect = z.infer<typeof approvalEffect>;

const approvalSingle = approval.extend({
  effects: z.array(approvalEffect),
  /** Warnings: one sentence for each account whose balance would be too low. */
  warnings: z.array(z.string()),
  /** Values that have changed since the approval was requested, one sentence for each. */
  changes: z.array(z.string()),
});
/** An approval request on its own page, with its effect on accounts. */
export type ApprovalRequestDetails = z.infer<typeof approvalSingle>;

/** Input of a decision on an approval request. A rejection needs a reason. */
export const approvalDecision = z
  .strictObject({
    approvalId: id,
    decision: z.enum(["approved", "rejected"]),
    reason: text(APPROVAL_REASON_MAX).optional(),
  })
  .refine((input) => input.decision === "approved" || (input.reason ?? "").trim().length > 2, {
    path: ["reason"],
    message: "Enter the reason, in a few words.",
  });

/** Calls of the approvals inbox, with descriptions and schemas. */
export const approvalCalls = {
  list: endpoint(routes.list, {
    summary: "Approval requests that wait for the caller, or that the caller made or decided",
    input: listInput(APPROVAL_LIST),
    output: pageOf(approval),
  }),
  waiting: endpoint(routes.waiting, {
    summary: "Number of approval requests that wait for the caller",
    input: noInput,
    output: z.object({ waiting: z.int() }),
  }),
  single: endpoint(routes.single, {
    summary: "One approval request: its effect on accounts, and what has changed since the request",
    input: z.strictObject({ approvalId: id }),
    output: approvalSingle,
  }),
  decide: endpoint(routes.decide, {
    summary: "Approve or reject another admin's request; needs the right “approve” in its feature",
    done: "Decided a request for approval",
    input: approvalDecision,
    output: approval,
  }),
  cancel: endpoint(routes.cancel, {
    summary: "Withdraw my own request",
    done: "Withdrew a request for approval",
    input: z.strictObject({ approvalId: id }),
    output: approval,
  }),
};
