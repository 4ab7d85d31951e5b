import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { listPossibleAbuse } from "./list-abuse";
import { listRedemptions } from "./list-redemptions";
import { readPromotionOverview } from "./overview";
import { readPromotionFigures } from "./redemption-figures";

const { promotion: calls } = api;

/** Handlers of the calls for redemptions, figures and possible abuse of promotions. */
export const promotionFigureHandlers = {
  overview: calls.overview.handler(({ input, context: { db } }) => readPromotionOverview(db, input)),
  figures: calls.figures.handler(({ input, context: { db } }) => readPromotionFigures(db, input.promotionId)),
  abuse: calls.abuse.handler(({ input, context: { db } }) => listPossibleAbuse(db, input)),
  redemptions: calls.redemptions.handler(({ input, context: { db } }) => listRedemptions(db, input)),
  exportRedemptions: calls.exportRedemptions.handler(({ input, context }) =>
    createExportLink(context, "promotion-redemptions", input),
  ),
};
