import { z } from "zod";
import { endpoint, externalIdText, id, oneLine, referenceText } from "./common";
import { kobo } from "./money";
import { promotionRoutes as routes } from "./promotion.routes";
import { PROMOTABLE_TYPES, PROMOTION_KINDS, PROMOTION_REFUSAL_REASONS } from "./promotion.values";

/** Benefit of a promotion for one payment, in kobo. */
const offer = z.object({
  promotion_id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(PROMOTION_KINDS),
  /** Expected benefit in kobo. Send it unchanged with the payment. */
  benefit: z.int(),
  discount: z.int(),
  /** Kobo credited to the wallet after the payment has succeeded. */
  cashback: z.int(),
  /** Kobo that the citizen pays: the amount plus the fee, minus the discount. */
  to_pay: z.int(),
});
/** A promotion that applies to a payment, with its benefit. */
export type PromotionOffer = z.infer<typeof offer>;

/**
 * The promotion used by a payment, as returned by the quote. If the benefit has changed since the quote, the payment is
 * refused, because the citizen has not seen the new amount.
 */
export const promotionOfPayment = z.strictObject({
  promotion_id: id,
  code: referenceText(40, 1).optional(),
  benefit: kobo,
});
export type PromotionOfPayment = z.output<typeof promotionOfPayment>;
/** The app's id of the phone, which reveals several accounts on one phone. The server stores only its hash. */
export const deviceId = externalIdText(200, 1).optional();

/** Calls for promotions from the citizen app's server, with descriptions and schemas. */
export const promotionCallsFromApp = {
  quote: endpoint(routes.quote, {
    summary: "Promotions that apply to a citizen's payment, and the benefit of each",
    input: z.strictObject({
      user_id: id,
      type: z.enum(PROMOTABLE_TYPES, `Use one of: ${PROMOTABLE_TYPES.join(", ")}.`),
      /** Code of a payment method. */
      method: oneLine(60, 1),
      amount: kobo,
      /** Code as typed by the citizen. */
      code: referenceText(40, 1).optional(),
    }),
    output: z.object({
      /** Price of the payment without a promotion, in kobo. */
      amount: z.int(),
      fee: z.int(),
      best: offer.nullable(),
      /** All applicable offers, best first; at most 20. */
      offers: z.array(offer),
      /** Why the typed code does not apply; null if it applies, or if no code was typed. */
      code_refused: z.object({ reason: z.enum(PROMOTION_REFUSAL_REASONS), message: z.string() }).nullable(),
    }),
  }),
};
