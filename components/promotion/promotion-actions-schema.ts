/** Loads the contract's schemas when the user starts typing. */
const loadPromotionSchemas = () => import("@/lib/contract/promotion");
export const loadReasonSchema = () => loadPromotionSchemas().then((module) => module.promotionReasonInput);
export const loadRescheduleSchema = () => loadPromotionSchemas().then((module) => module.promotionReschedule);
export const loadRaiseSchema = () => loadPromotionSchemas().then((module) => module.promotionBudgetRaise);
