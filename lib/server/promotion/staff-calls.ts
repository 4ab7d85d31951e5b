import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { createPromotion, updatePromotion } from "./change-promotion";
import { copyPromotion } from "./copy-promotion";
import { listPromotions } from "./list";
import { removePromotion } from "./remove-promotion";
import { readPromotionDetails } from "./single";
import "./group-use";

const { promotion: calls } = api;

/** Handlers of the calls that read and edit promotions. Calls that change their state are in ./state-calls.ts. */
export const promotionEditHandlers = {
  list: calls.list.handler(({ input, context: { db } }) => listPromotions(db, input)),
  export: calls.export.handler(({ input, context }) => createExportLink(context, "promotions", input)),
  single: calls.single.handler(({ input, context: { db } }) => readPromotionDetails(db, input.promotionId)),
  create: calls.create.handler(({ input, context }) => createPromotion(context, input)),
  update: calls.update.handler(({ input, context }) => updatePromotion(context, input)),
  remove: calls.remove.handler(({ input, context }) => removePromotion(context, input)),
  copy: calls.copy.handler(({ input, context }) => copyPromotion(context, input.promotionId)),
};
