import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { addPromotionCodes } from "./add-codes";
import { generatePromotionCodes } from "./generate-codes";
import { listPromotionCodes, requirePromotion } from "./list-codes";

const { promotion: calls } = api;

/** Handlers of the calls for the codes of a promotion. */
export const promotionCodeHandlers = {
  codes: calls.codes.handler(({ input, context: { db } }) => listPromotionCodes(db, input)),
  exportCodes: calls.exportCodes.handler(async ({ input, context }) =>
    createExportLink(context, "promotion-codes", await requirePromotion(context.db, input)),
  ),
  addCodes: calls.addCodes.handler(({ input, context }) => addPromotionCodes(context, input)),
  generateCodes: calls.generateCodes.handler(({ input, context }) => generatePromotionCodes(context, input)),
};
