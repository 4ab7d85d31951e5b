/** Loads the schemas of promotion actions when the user starts typing, so that pages do not load zod. */
const loadPromotionSchemas = () => import("@/lib/contract/promotion");
export const loadReasonSchema = () => loadPromotionSchemas().then((module) => module.promotionReasonInput);
export const loadRescheduleSchema = () => loadPromotionSchemas().then((module) => module.promotionReschedule);
export const loadRaiseSchema = () => loadPromotionSchemas().then((module) => module.promotionBudgetRaise);
