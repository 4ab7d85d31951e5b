import { z } from "zod";
import { declare, id, instant, line } from "./common";
import { kobo } from "./money";
import { deviceId, promotionOfPayment } from "./promotion.app";
import { transactionRoutes as routes } from "./transaction.routes";
import { APP_PAYMENTS, CHANNELS, DESCRIPTION_MAX, TRANSACTION_STATES, TRANSACTION_TYPES } from "./transaction.values";

/** What the citizen's app learns of a payment. Amounts in kobo; the fee is charged on top. */
const ownPayment = z.object({
  id: z.string(),
  reference: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  channel: z.enum(CHANNELS),
  amount: z.int(),
  fee: z.int(),
  /** What a promotion takes off what is paid, and what it brings to the wallet once the payment has succeeded. */
  discount: z.int(),
  cashback: z.int(),
  state: z.enum(TRANSACTION_STATES),
  description: z.string(),
  /** Why it failed; null otherwise. */
  failure_reason: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
});
export type OwnPayment = z.infer<typeof ownPayment>;

export const paymentRequest = z.strictObject({
  user_id: id,
  type: z.enum(APP_PAYMENTS, `Use one of: ${APP_PAYMENTS.join(", ")}.`),
  /** The code of a payment method. */
  method: line(60, 1),
  amount: kobo,
  description: line(DESCRIPTION_MAX).default(""),
  promotion: promotionOfPayment.optional(),
  device_id: deviceId,
});

export const transactionFromApp = {
  beginFromApp: declare(routes.beginFromApp, {
    summary: "Begin a payment of a citizen with a payment provider",
    done: "Began a payment in the app",
    input: paymentRequest,
    output: ownPayment,
  }),
  singleForApp: declare(routes.singleForApp, {
    summary: "How a payment of a citizen stands",
    input: z.strictObject({ transactionId: id, user_id: id }),
    output: ownPayment,
  }),
};
