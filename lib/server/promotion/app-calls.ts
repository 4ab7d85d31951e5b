import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { quotePromotions } from "./quote-promotions";

/** Handler of the call with which the citizen app requests the promotions for a payment. */
export const promotionAppHandlers = {
  quote: api.promotion.quote.handler(({ input, context }) => quotePromotions(context, input)),
};
