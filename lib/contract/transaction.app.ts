import { z } from "zod";
import { endpoint, id, instant, noInput, oneLine, requiredText } from "./common";
import { ACCOUNT_NUMBER_PATTERN } from "./grant.values";
import { kobo } from "./money";
import { withoutSeparators } from "./pasted.values";
import { phone } from "./person";
import { deviceId, promotionOfPayment } from "./promotion.app";
import { headCode, revenueHeadOfPayment } from "./revenue-heads.app";
import { transactionRoutes as routes } from "./transaction.routes";
import {
  APP_PAYMENT_TYPES,
  PAYMENT_CHANNELS,
  PAYMENT_DESCRIPTION_MAX,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "./transaction.values";

/** How the citizen pays: on the provider's page, into a bank account, or with a USSD code. */
const checkout = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("page"),
    /** URL of the provider's page, for the browser or a web view. */
    url: z.string(),
    expires_at: instant,
  }),
  z.object({
    kind: z.literal("bank_account"),
    bank: z.string(),
    account_number: z.string(),
    account_name: z.string(),
    expires_at: instant,
  }),
  z.object({
    kind: z.literal("ussd"),
    /** USSD code to dial, such as `*737*000*1234#`. */
    code: z.string(),
    expires_at: instant,
  }),
]);
/** How the citizen completes a payment: on the provider's page, into a bank account, or with a USSD code. */
export type Checkout = z.infer<typeof checkout>;
/** Checkout of an open payment; null if nothing is left to pay, or the provider has not answered yet. */
export const checkoutOfPayment = checkout.nullable();

/** A transaction as the citizen app shows it. Amounts in kobo; the fee is charged on top. */
const ownPayment = z.object({
  id: z.string(),
  reference: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  channel: z.enum(PAYMENT_CHANNELS),
  amount: z.int(),
  fee: z.int(),
  /** Refunded part of the amount, in kobo. */
  refunded_amount: z.int(),
  /** `in`: the citizen receives the money; `out`: the citizen pays. */
  direction: z.enum(["in", "out"]),
  /** The other citizen of a transfer, with a masked surname; null for other types. */
  counterparty: z.string().nullable(),
  /** Last digits of the bank account that receives a withdrawal. */
  account_last4: z.string().nullable(),
  /** Benefit of a promotion in kobo: deducted from the payment, or credited to the wallet after it has succeeded. */
  discount: z.int(),
  cashback: z.int(),
  state: z.enum(TRANSACTION_STATES),
  description: z.string(),
  /** Revenue head of a tax or levy; null for other types, and for a payment without a revenue head. */
  revenue_head: revenueHeadOfPayment.nullable(),
  /** Why the payment failed; null if it did not fail. */
  failure_reason: z.string().nullable(),
  checkout: checkoutOfPayment,
  created_at: instant,
  completed_at: instant.nullable(),
});
/** A transaction as the citizen app shows it. */
export type OwnPayment = z.infer<typeof ownPayment>;

/** Code of a bank at the payment provider. */
export const bankCode = requiredText("Enter the bank's code.", withoutSeparators).regex(
  /^\d{3,6}$/,
  "A bank's code has 3 to 6 digits.",
);
/** Bank whose USSD code the citizen dials. Without it, the citizen chooses the bank on the provider's page. */
export const ussdBankCode = bankCode.optional();

/** Input with which a citizen starts a payment. */
export const paymentRequest = z.strictObject({
  user_id: id,
  type: z.enum(APP_PAYMENT_TYPES, `Use one of: ${APP_PAYMENT_TYPES.join(", ")}.`),
  /** Code of a payment method. */
  method: oneLine(60, 1),
  amount: kobo,
  description: oneLine(PAYMENT_DESCRIPTION_MAX).default(""),
  /** Code of a revenue head, only for a tax or levy. */
  revenue_head: headCode.optional(),
  promotion: promotionOfPayment.optional(),
  device_id: deviceId,
  ussd_bank_code: ussdBankCode,
});

export type PaymentRequest = z.output<typeof paymentRequest>;

/** Number of a Nigerian bank account. */
export const accountNumber = requiredText("Enter the account number.", withoutSeparators).regex(
  ACCOUNT_NUMBER_PATTERN,
  "An account number has 10 digits.",
);

const description = oneLine(PAYMENT_DESCRIPTION_MAX).default("");

/** Input with which a citizen sends money to another citizen. */
export const transferRequest = z
  .strictObject({
    user_id: id,
    to_user_id: id.optional(),
    to_phone: phone.optional(),
    amount: kobo,
    description,
  })
  .refine(({ to_user_id, to_phone }) => (to_user_id === undefined) !== (to_phone === undefined), {
    path: ["to_user_id"],
    message: "Send to_user_id or to_phone.",
  });

/** Withdraws from the wallet of `user_id` to a bank account of the same citizen. */
export const withdrawalRequest = z.strictObject({
  user_id: id,
  bank_code: bankCode,
  account_number: accountNumber,
  amount: kobo,
  description,
});

/** Maximum number of items per page. */
export const MAX_APP_PAGE_SIZE = 100;
/** Page size, and the cursor that the previous page returned. */
export const cursorPageInput = {
  size: z.coerce.number<number | string>().int().min(1).max(MAX_APP_PAGE_SIZE).default(20),
  cursor: z.string().max(60).optional(),
};

/** Calls for payments from the citizen app's server, with descriptions and schemas. */
export const transactionCallsFromApp = {
  beginFromApp: endpoint(routes.beginFromApp, {
    summary: "Begin a payment of a citizen with a payment provider, or pay a bill or levy from the wallet",
    done: "Began a payment in the app",
    input: paymentRequest,
    output: ownPayment,
  }),
  singleForApp: endpoint(routes.singleForApp, {
    summary: "State of a citizen's payment, transfer or withdrawal",
    input: z.strictObject({ transactionId: id, user_id: id }),
    output: ownPayment,
  }),
  listForApp: endpoint(routes.listForApp, {
    summary:
      "A citizen's transactions, newest first, including those sent by others. Send next_cursor to get the next page",
    input: z.strictObject({ userId: id, ...cursorPageInput }),
    output: z.object({ items: z.array(ownPayment), next_cursor: z.string().nullable() }),
  }),
  recipientForApp: endpoint(routes.recipientForApp, {
    summary: "Recipient of a transfer to this phone number, with masked surname, for the sender to confirm",
    input: z.strictObject({ phone }),
    output: z.object({ user_id: z.string(), name: z.string() }),
  }),
  banksForApp: endpoint(routes.banksForApp, {
    summary: "Banks that receive payouts, by name, and when the list was last refreshed; empty without a real provider",
    input: noInput,
    output: z.object({
      items: z.array(z.object({ code: z.string(), name: z.string() })),
      refreshed_at: instant.nullable(),
    }),
  }),
  transferFromApp: endpoint(routes.transferFromApp, {
    summary: "Transfer money from a citizen's wallet to another's, by user id or phone number",
    done: "Transferred money in the app",
    input: transferRequest,
    output: ownPayment,
  }),
  withdrawFromApp: endpoint(routes.withdrawFromApp, {
    summary:
      "Withdraw money from a citizen's wallet to a bank account. It is reserved until the bank has received or returned it",
    done: "Ordered a withdrawal in the app",
    input: withdrawalRequest,
    output: ownPayment,
  }),
};
