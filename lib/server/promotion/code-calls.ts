import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExport } from "@/lib/server/exports/link";
import { addCodes } from "./add-codes";
import { generateCodes } from "./generate-codes";
import { listCodes, requirePromotion } from "./list-codes";

const { promotion: calls } = api;

/** API calls for the codes of a promotion. */
export const promotionCodeCalls = {
  codes: calls.codes.handler(({ input, context: { db } }) => listCodes(db, input)),
  exportCodes: calls.exportCodes.handler(async ({ input, context }) =>
    createExport(context, "promotion-codes", await requirePromotion(context.db, input)),
  ),
  addCodes: calls.addCodes.handler(({ input, context }) => addCodes(context, input)),
  generateCodes: calls.generateCodes.handler(({ input, context }) => generateCodes(context, input)),
};
