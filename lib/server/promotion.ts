import "server-only";
import { promotionAppHandlers } from "./promotion/app-calls";
import { promotionCodeHandlers } from "./promotion/code-calls";
import { promotionFigureHandlers } from "./promotion/figure-calls";
import { promotionEditHandlers } from "./promotion/staff-calls";
import { promotionStateHandlers } from "./promotion/state-calls";
import { promotionTrialHandlers } from "./promotion/trial-calls";

/** Handlers of the `promotion.*` calls. */
export const promotionHandlers = {
  ...promotionEditHandlers,
  ...promotionStateHandlers,
  ...promotionCodeHandlers,
  ...promotionFigureHandlers,
  ...promotionTrialHandlers,
  ...promotionAppHandlers,
};
