import "server-only";
import { grantAppCalls } from "./grant/app-calls";
import { grantApplicationCalls } from "./grant/application-calls";
import { grantDuplicateCalls } from "./grant/duplicate-calls";
import { grantPayoutCalls } from "./grant/payout-calls";
import { grantProgrammeCalls } from "./grant/programme-calls";
import { grantPublicCalls } from "./grant/public-calls";
import { grantReviewCalls } from "./grant/review-calls";

/** Handlers of the `grant.*` calls. */
export const grantHandlers = {
  ...grantProgrammeCalls,
  ...grantApplicationCalls,
  ...grantReviewCalls,
  ...grantDuplicateCalls,
  ...grantPayoutCalls,
  ...grantAppCalls,
  ...grantPublicCalls,
};
