import "server-only";
import { grantAppHandlers } from "./grant/app-calls";
import { grantApplicationHandlers } from "./grant/application-calls";
import { grantDuplicateHandlers } from "./grant/duplicate-calls";
import { grantPayoutHandlers } from "./grant/payout-calls";
import { grantProgrammeHandlers } from "./grant/programme-calls";
import { grantPublicHandlers } from "./grant/public-calls";
import { grantReviewHandlers } from "./grant/review-calls";

/** Handlers of the `grant.*` calls. */
export const grantHandlers = {
  ...grantProgrammeHandlers,
  ...grantApplicationHandlers,
  ...grantReviewHandlers,
  ...grantDuplicateHandlers,
  ...grantPayoutHandlers,
  ...grantAppHandlers,
  ...grantPublicHandlers,
};
