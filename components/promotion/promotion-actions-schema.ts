/** Loads the schemas of promotion actions when the user starts typing, so that pages do not load zod. */
const loadPromotionSchemas = () => import("@/lib/contract/promotion");
/** Loads the schema of actions that require only a reason. */
export const loadPromotionReasonSchema = () => loadPromotionSchemas().then((module) => module.promotionReasonInput);
/** Loads the schema for changing a promotion's end date. */
export const loadPromotionRescheduleSchema = () => loadPromotionSchemas().then((module) => module.promotionReschedule);
/** Loads the schema for raising a promotion's budget. */
export const loadBudgetRaiseSchema = () => loadPromotionSchemas().then((module) => module.promotionBudgetRaise);
