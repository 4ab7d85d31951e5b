import "server-only";
import { api } from "@/lib/server/api/spine";
import { makeExport } from "@/lib/server/exports/link";
import { listAbuse } from "./list-abuse";
import { listRedemptions } from "./list-redemptions";
import { promotionOverview } from "./overview";
import { promotionFigures } from "./redemption-figures";

const { promotion: calls } = api;

/** What promotions gave, to whom and with what payment. */
export const figureCalls = {
  overview: calls.overview.handler(({ input, context: { db } }) => promotionOverview(db, input)),
  figures: calls.figures.handler(({ input, context: { db } }) => promotionFigures(db, input.promotionId)),
  abuse: calls.abuse.handler(({ input, context: { db } }) => listAbuse(db, input)),
  redemptions: calls.redemptions.handler(({ input, context: { db } }) => listRedemptions(db, input)),
  exportRedemptions: calls.exportRedemptions.handler(({ input, context }) =>
    makeExport(context, "promotion-redemptions", input),
  ),
};
