import { z } from "zod";
import { endpoint, noInput, requiredText } from "./common";
import { cleanPastedValue } from "./pasted.values";
import { revenueHeadsRoutes as routes } from "./revenue-heads.routes";
import { HEAD_CODE_PATTERN } from "./revenue-heads.values";

/** Code of a revenue head as typed or pasted. Converted to capitals. */
export const headCode = requiredText(
  "Enter the code of the revenue head.",
  (typedCode) => cleanPastedValue(typedCode).toUpperCase(),
  60,
).regex(HEAD_CODE_PATTERN, "A code has 2 to 20 digits, letters, dots or dashes, such as 12010101.");

/** Revenue head of a payment, with the names that applied on its day. */
export const revenueHeadOfPayment = z.object({ code: z.string(), name: z.string(), ministry: z.string() });
export type RevenueHeadOfPayment = z.infer<typeof revenueHeadOfPayment>;

/** Calls for revenue heads from the citizen app's server. */
export const revenueHeadCallsFromApp = {
  listForApp: endpoint(routes.listForApp, {
    summary: "Revenue heads that take payments of taxes and levies today, by code",
    input: noInput,
    output: z.object({ items: z.array(revenueHeadOfPayment) }),
  }),
};
