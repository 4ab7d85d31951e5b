import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExport } from "@/lib/server/exports/link";
import { listPossibleAbuse } from "./list-abuse";
import { listRedemptions } from "./list-redemptions";
import { promotionOverview } from "./overview";
import { promotionFigures } from "./redemption-figures";

const { promotion: calls } = api;

/** API calls for redemptions, figures and possible abuse of promotions. */
export const promotionFigureCalls = {
  overview: calls.overview.handler(({ input, context: { db } }) => promotionOverview(db, input)),
  figures: calls.figures.handler(({ input, context: { db } }) => promotionFigures(db, input.promotionId)),
  abuse: calls.abuse.handler(({ input, context: { db } }) => listPossibleAbuse(db, input)),
  redemptions: calls.redemptions.handler(({ input, context: { db } }) => listRedemptions(db, input)),
  exportRedemptions: calls.exportRedemptions.handler(({ input, context }) =>
    createExport(context, "promotion-redemptions", input),
  ),
};
