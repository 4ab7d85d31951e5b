/** Loads the contract's schemas when typing begins. */
const load = () => import("@/lib/contract/promotion");
export const loadReason = () => load().then((module) => module.promotionReason);
export const loadReschedule = () => load().then((module) => module.promotionReschedule);
export const loadRaise = () => load().then((module) => module.promotionRaise);
