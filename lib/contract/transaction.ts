import { z } from "zod";
import { pendingApproval } from "./approvals";
import {
  day,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  peoplePageOf,
  personRef,
  requiredText,
  version,
} from "./common";
import { disputeCalls } from "./dispute";
import { PROVIDER_DISPUTE_STATES } from "./dispute.values";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { kobo } from "./money";
import { paymentMethodFields } from "./payment-method-fields";
import { revenueHeadOfPayment } from "./revenue-heads.app";
import { timelineEntry } from "./system-logs";
import { transactionCallsFromApp } from "./transaction.app";
import { transactionRoutes as routes } from "./transaction.routes";
import {
  DISPUTE_TRANSACTION_STATES,
  OVERVIEW_PERIOD_DAYS,
  PAYMENT_CHANNELS,
  PAYMENT_PROVIDERS,
  TRANSACTION_LIST,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "./transaction.values";
import { payoutAccountCheck, payoutAccountDecision, transactionReason } from "./transaction-account";
import { transactionEvent } from "./transaction-event";
import { refundRetry, refusedRefund } from "./transaction-refund";

/** Input of calls about one transaction. */
export const transactionId = z.strictObject({ transactionId: id });

const transactionRow = z.object({
  id: z.string(),
  reference: z.string(),
  user: personRef,
  type: z.enum(TRANSACTION_TYPES),
  channel: z.enum(PAYMENT_CHANNELS),
  /** Amount of the transaction in kobo, without the fee. */
  amount: z.int(),
  fee: z.int(),
  refunded_amount: z.int(),
  state: z.enum(TRANSACTION_STATES),
  provider_reference: z.string().nullable(),
  card_last4: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  version,
});
export type TransactionRow = z.infer<typeof transactionRow>;

const transactionSingle = transactionRow.extend({
  user_phone: z.string(),
  user_email: z.string().nullable(),
  counterparty: personRef.nullable(),
  /** A promotion's discount or cashback. For a refund: the part that was returned to the promotions pool. */
  discount: z.int(),
  cashback: z.int(),
  description: z.string(),
  /** Revenue head of a tax or levy; null for other types, and for a payment without a revenue head. */
  revenue_head: revenueHeadOfPayment.nullable(),
  failure_reason: z.string().nullable(),
  payment_method: z.object({ id: z.string(), name: z.string(), provider: z.enum(PAYMENT_PROVIDERS) }).nullable(),
  /** Destination of a withdrawal; null for other types. */
  bank_account: z.object({ bank_code: z.string(), account_last4: z.string(), account_name: z.string() }).nullable(),
  account_check: payoutAccountCheck.nullable(),
  refund_of: z.object({ id: z.string(), reference: z.string() }).nullable(),
  refused: refusedRefund.nullable(),
  refunds: z.array(z.object({ id: z.string(), reference: z.string(), amount: z.int(), created_at: instant })),
  /** Kobo that can still be refunded. */
  remaining: z.int(),
  /** True if the money was paid to a bank account, so that it can't be refunded. */
  paid_out: z.boolean(),
  disputable: z.boolean(),
  /** Disputes that the provider reports about the payment, newest first. */
  provider_disputes: z.array(
    z.object({ id: z.string(), state: z.enum(PROVIDER_DISPUTE_STATES), due_at: instant, needs_answer: z.boolean() }),
  ),
  /** Kobo that a lost dispute costs. `bank`: paid from the float to the payer's bank. `wallet`: returned to the payer's wallet. */
  loss: z.object({ amount: z.int(), to: z.enum(["bank", "wallet"]) }),
  /** Limit in kobo. Refunds and lost disputes above this limit need a second admin. */
  refund_limit: z.int(),
  awaiting: pendingApproval.nullable(),
  events: z.array(transactionEvent),
  postings: z.array(
    z.object({ entry_id: z.string(), posted_at: instant, name: z.string(), amount: z.int(), description: z.string() }),
  ),
  timeline: z.array(timelineEntry),
});
export type TransactionDetails = z.infer<typeof transactionSingle>;

const transactionListInput = listInput(TRANSACTION_LIST);

/** `remaining`: remaining amount shown in the form. If this amount has changed, the refund is refused. */
export const transactionRefund = z.strictObject({
  transactionId: id,
  amount: kobo,
  remaining: z.int().min(0),
  reason: transactionReason,
});

/** Input that begins a dispute of a payment, or records its outcome. */
export const transactionDispute = z.strictObject({
  transactionId: id,
  version,
  // If the state is missing, asks for the outcome: only the form that records an outcome can leave the state empty.
  state: z.enum(DISPUTE_TRANSACTION_STATES, {
    error: ({ input }) => (input ? "Use disputed, won or lost." : "Choose the outcome."),
  }),
  reason: transactionReason,
});

const paymentMethod = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  channel: z.enum(PAYMENT_CHANNELS),
  provider: z.enum(PAYMENT_PROVIDERS),
  min_amount: z.int(),
  max_amount: z.int(),
  fee: z.object({ flat: z.int(), basis_points: z.int(), cap: z.int().nullable() }),
  position: z.int(),
  enabled: z.boolean(),
  /** True if transactions used the method. It can then be disabled, but not deleted, and keeps its channel and provider. */
  is_used: z.boolean(),
  /** Success rate of the payments of the last 24 hours, without refunds; null if there were no payments. */
  success_rate: z.number().nullable(),
  /** Number of payments behind the success rate: those completed in the last 24 hours. */
  payments_24h: z.int(),
  version,
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

const paymentMethodSingle = paymentMethod.extend({ timeline: z.array(timelineEntry) });
export type PaymentMethodDetails = z.infer<typeof paymentMethodSingle>;

type AmountLimits = { min_amount: number; max_amount: number };
function checkAmountLimits(input: AmountLimits, context: z.RefinementCtx) {
  if (input.min_amount > input.max_amount)
    context.addIssue({ code: "custom", path: ["max_amount"], message: "The maximum must be at least the minimum." });
}
const CODE_MESSAGE = "Use 2 to 40 lowercase letters, digits or underscores, starting with a letter.";
const code = requiredText(CODE_MESSAGE).regex(/^[a-z][a-z0-9_]{1,39}$/, CODE_MESSAGE);
export const paymentMethodCreation = z.strictObject({ code, ...paymentMethodFields }).superRefine(checkAmountLimits);
export const paymentMethodUpdate = z
  .strictObject({ methodId: id, version, ...paymentMethodFields })
  .superRefine(checkAmountLimits);

const periodFigures = z.object({
  /** Kobo of successful payments, without fees and refunds. */
  volume: z.int(),
  fees: z.int(),
  refunds: z.int(),
  succeeded: z.int(),
  failed: z.int(),
});
/** `…_before`: values of the previous period, which has the same length. */
const facetSlice = z.object({
  name: z.string(),
  volume: z.int(),
  count: z.int(),
  volume_before: z.int(),
  count_before: z.int(),
});

const dayFigures = z.object({ day, volume: z.int(), count: z.int() });

const overview = z.object({
  from: day,
  to: day,
  now: periodFigures,
  before: periodFigures,
  by_day: z.array(dayFigures),
  /** Values of the previous period of the same length, in the same order. */
  by_day_before: z.array(dayFigures),
  by_type: z.array(facetSlice),
  by_channel: z.array(facetSlice),
  by_state: z.array(facetSlice),
  newest_failures: z.array(transactionRow),
});
export type TransactionOverview = z.infer<typeof overview>;

/** Calls of the Transactions module, with descriptions and schemas. */
export const transactionCalls = {
  overview: endpoint(routes.overview, {
    summary: "Volume, fees and success rate of a period against the previous one",
    /** Period: either the last `days`, or a range of at most a year. `to` defaults to today. */
    input: z.strictObject({
      days: z.enum(OVERVIEW_PERIOD_DAYS, "Use 7, 30 or 90.").default("30"),
      from: day.optional(),
      to: day.optional(),
    }),
    output: overview,
  }),
  list: endpoint(routes.list, {
    summary: "Transactions, newest first",
    input: transactionListInput,
    output: peoplePageOf(transactionRow),
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads transactions",
    done: "Exported transactions",
    input: transactionListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  single: endpoint(routes.single, { summary: "One transaction", input: transactionId, output: transactionSingle }),
  receipt: endpoint(routes.receipt, {
    summary: "Make a link that downloads the receipt",
    done: "Downloaded a receipt",
    input: transactionId,
    output: exportLink,
  }),
  requery: endpoint(routes.requery, {
    summary: "Query the state at the provider, for a transaction that is unpaid or failed",
    done: "Checked a transaction's status with the provider",
    input: transactionId,
    output: transactionSingle,
  }),
  refund: endpoint(routes.refund, {
    summary: "Refund a transaction, in full or in part; above the limit another admin approves",
    done: "Refunded a transaction",
    input: transactionRefund,
    output: transactionSingle,
  }),
  retryRefund: endpoint(routes.retryRefund, {
    summary: "Send a refund again that the provider has refused",
    done: "Sent a refused refund again",
    input: refundRetry,
    output: transactionSingle,
  }),
  dispute: endpoint(routes.dispute, {
    summary:
      "Mark as disputed, or record the outcome of the dispute; a loss above the refund limit is approved by another admin",
    done: "Recorded a dispute",
    input: transactionDispute,
    output: transactionSingle,
  }),
  decideAccount: endpoint(routes.decideAccount, {
    summary: "Send a payout although the account has another name at the bank, or return its money",
    done: "Decided about the account of a payout",
    input: payoutAccountDecision,
    output: transactionSingle,
  }),
  methods: endpoint(routes.methods, {
    summary: "Payment methods in their order, and the providers that a new one can have",
    input: z.strictObject({}),
    output: listOf(paymentMethod).extend({ providers: z.array(z.enum(PAYMENT_PROVIDERS)) }),
  }),
  method: endpoint(routes.method, {
    summary: "One payment method with its history",
    input: z.strictObject({ methodId: id }),
    output: paymentMethodSingle,
  }),
  createMethod: endpoint(routes.createMethod, {
    summary: "Add a payment method",
    done: "Added a payment method",
    input: paymentMethodCreation,
    output: paymentMethod,
  }),
  updateMethod: endpoint(routes.updateMethod, {
    summary: "Change a payment method; earlier charges stay unchanged",
    done: "Changed a payment method",
    input: paymentMethodUpdate,
    output: paymentMethod,
  }),
  deleteMethod: endpoint(routes.deleteMethod, {
    summary: "Delete a payment method that was never used",
    done: "Deleted a payment method",
    input: z.strictObject({ methodId: id, version }),
    output: z.object({ id: z.string() }),
  }),
  ...disputeCalls,
  ...transactionCallsFromApp,
};
