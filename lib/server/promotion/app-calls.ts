import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { quotePromotions } from "./quote-promotions";

export const appCalls = {
  quote: api.promotion.quote.handler(({ input, context }) => quotePromotions(context, input)),
};
