/** Loads the contract's schemas when the user starts typing. */
const load = () => import("@/lib/contract/promotion");
export const loadReason = () => load().then((module) => module.promotionReason);
export const loadReschedule = () => load().then((module) => module.promotionReschedule);
export const loadRaise = () => load().then((module) => module.promotionRaise);
