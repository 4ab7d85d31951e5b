import "server-only";
import { promotionAppCalls } from "./promotion/app-calls";
import { promotionCodeCalls } from "./promotion/code-calls";
import { promotionFigureCalls } from "./promotion/figure-calls";
import { promotionEditCalls } from "./promotion/staff-calls";
import { promotionStateCalls } from "./promotion/state-calls";
import { promotionTrialCalls } from "./promotion/trial-calls";

/** Handlers of the `promotion.*` calls. */
export const promotionHandlers = {
  ...promotionEditCalls,
  ...promotionStateCalls,
  ...promotionCodeCalls,
  ...promotionFigureCalls,
  ...promotionTrialCalls,
  ...promotionAppCalls,
};
