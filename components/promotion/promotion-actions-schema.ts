/** The contract's own forms of what is asked with a reason; fetched when somebody begins to type. */
const load = () => import("@/lib/contract/promotion");
export const loadReason = () => load().then((module) => module.promotionReason);
export const loadReschedule = () => load().then((module) => module.promotionReschedule);
export const loadRaise = () => load().then((module) => module.promotionRaise);
