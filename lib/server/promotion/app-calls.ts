import "server-only";
import { api } from "@/lib/server/api/spine";
import { quotePromotions } from "./quote-promotions";

/** What the citizen app asks of promotions. */
export const appCalls = {
  quote: api.promotion.quote.handler(({ input, context }) => quotePromotions(context, input)),
};
