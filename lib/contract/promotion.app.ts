import { z } from "zod";
import { declare, id, line } from "./common";
import { kobo } from "./money";
import { promotionRoutes as routes } from "./promotion.routes";
import { PROMOTABLE_TYPES, PROMOTION_KINDS, REASONS } from "./promotion.values";

/** What a citizen's payment would get. Kobo. */
const offer = z.object({
  promotion_id: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(PROMOTION_KINDS),
  /** What to send with the payment, as it is. */
  benefit: z.int(),
  discount: z.int(),
  /** Comes to the wallet once the payment has succeeded. */
  cashback: z.int(),
  /** Amount and fee, less the discount. */
  to_pay: z.int(),
});
export type Offer = z.infer<typeof offer>;

/**
 * How a payment names the promotion that it uses: as the quote answered it. Where it would give another amount by now, the
 * payment is refused instead of charging what the citizen did not see.
 */
export const promotionOfPayment = z.strictObject({ promotion_id: id, code: line(40, 1).optional(), benefit: kobo });
export type PromotionOfPayment = z.output<typeof promotionOfPayment>;
/** The id that the app knows the phone by: several accounts on one phone are seen by it. Only a hash of it is kept. */
export const deviceId = line(200, 1).optional();

export const promotionFromApp = {
  quote: declare(routes.quote, {
    summary: "Which promotions apply to a payment of a citizen, and what each would give",
    input: z.strictObject({
      user_id: id,
      type: z.enum(PROMOTABLE_TYPES, `Use one of: ${PROMOTABLE_TYPES.join(", ")}.`),
      /** The code of a payment method. */
      method: line(60, 1),
      amount: kobo,
      /** As the citizen typed it. */
      code: line(40, 1).optional(),
    }),
    output: z.object({
      /** Kobo that the payment costs without a promotion. */
      amount: z.int(),
      fee: z.int(),
      best: offer.nullable(),
      /** All that apply, the best first; at most 20. */
      offers: z.array(offer),
      /** Why the code that was typed does not apply; null where it does, or none was typed. */
      code_refused: z.object({ reason: z.enum(REASONS), message: z.string() }).nullable(),
    }),
  }),
};
