import "server-only";
import { appCalls } from "./grant/app-calls";
import { applicationCalls } from "./grant/application-calls";
import { duplicateCalls } from "./grant/duplicate-calls";
import { payoutCalls } from "./grant/payout-calls";
import { programmeCalls } from "./grant/programme-calls";
import { publicCalls } from "./grant/public-calls";
import { reviewCalls } from "./grant/review-calls";

/** All API calls of the grants module. */
export const grant = {
  ...programmeCalls,
  ...applicationCalls,
  ...reviewCalls,
  ...duplicateCalls,
  ...payoutCalls,
  ...appCalls,
  ...publicCalls,
};
