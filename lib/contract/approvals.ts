import { z } from "zod";
import { approvalsRoutes as routes } from "./approvals.routes";
import { APPROVAL_KINDS, APPROVAL_LIST, APPROVAL_REASON_MAX, APPROVAL_STATES } from "./approvals.values";
import { adminRef, declare, id, instant, listInput, listOf, nothing, text, version } from "./common";
import { SIDES } from "./ledger.values";

/** How a record says that a change of it waits: "awaiting approval by …". */
export const awaiting = z.object({
  approvalId: z.string(),
  /** What it will be, in words. */
  change: z.string(),
  requested_by: adminRef,
  requested_at: instant,
  expires_at: instant,
  /** Who can decide it. */
  approvers: z.array(adminRef),
  /** Who has the right to decide it and may not, and why: "Ada Obi (ada@example.org): …". */
  kept_out: z.array(adminRef.extend({ reason: z.string() })),
});
export type Awaiting = z.infer<typeof awaiting>;

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
export type ApprovalRow = z.infer<typeof approval>;

/** What approving would do to one account, as things stand. Kobo. */
const effect = z.object({
  /** "Settlement float", "Ada Obi's wallet", "Wallets of 12 people". */
  name: z.string(),
  side: z.enum(SIDES),
  amount: z.int(),
  /** Counted on the account's own side; null for several wallets, and where the reader may not know. */
  before: z.int().nullable(),
  after: z.int().nullable(),
  /** The reader may not know what it holds. */
  is_hidden: z.boolean(),
  /** It would go below zero, or below what it owes. */
  is_short: z.boolean(),
});
export type ApprovalEffect = z.infer<typeof effect>;

const approvalSingle = approval.extend({
  effects: z.array(effect),
  /** What an account would be short of, a sentence each. */
  warnings: z.array(z.string()),
  /** What the request was based on and is otherwise by now, a sentence each. */
  changes: z.array(z.string()),
});
export type ApprovalSingle = z.infer<typeof approvalSingle>;

/** Body of a decision: a rejection says why. */
export const approvalDecision = z
  .strictObject({
    approvalId: id,
    decision: z.enum(["approved", "rejected"]),
    reason: text(APPROVAL_REASON_MAX).optional(),
  })
  .refine((input) => input.decision === "approved" || (input.reason ?? "").trim().length > 2, {
    path: ["reason"],
    message: "Say why, in a few words.",
  });

export const approvals = {
  list: declare(routes.list, {
    summary: "Requests that wait for the caller, or that the caller made or decided",
    input: listInput(APPROVAL_LIST),
    output: listOf(approval),
  }),
  waiting: declare(routes.waiting, {
    summary: "How many requests wait for the caller",
    input: nothing,
    output: z.object({ waiting: z.int() }),
  }),
  single: declare(routes.single, {
    summary: "One request: what approving it would do to accounts, and what changed since it was asked",
    input: z.strictObject({ approvalId: id }),
    output: approvalSingle,
  }),
  decide: declare(routes.decide, {
    summary: "Approve or reject what another admin asked for; needs the right “approve” in the feature concerned",
    done: "Decided a request for approval",
    input: approvalDecision,
    output: approval,
  }),
  cancel: declare(routes.cancel, {
    summary: "Withdraw one's own request",
    done: "Withdrew a request for approval",
    input: z.strictObject({ approvalId: id }),
    output: approval,
  }),
};
