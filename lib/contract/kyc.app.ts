import { z } from "zod";
import { endpoint, id, instant, listOf, version } from "./common";
import { kycRoutes as routes } from "./kyc.routes";
import { kycResubmission, kycSubmission } from "./kyc.submission";
import { KYC_STATES } from "./kyc.values";

/** An identity request as the citizen app shows it, without risk flags, notes and reviewers. */
const ownRequest = z.object({
  id: z.string(),
  reference: z.string(),
  tier: z.int(),
  state: z.enum(KYC_STATES),
  submitted_at: instant,
  /** The officer's text to the citizen, if the request was sent back, rejected or revoked. */
  message: z.string().nullable(),
  version,
});
export type OwnKycRequest = z.infer<typeof ownRequest>;

/** Calls for identity requests from the citizen app's server. The input is the same as for officers at the counter. */
export const kycCallsFromApp = {
  submitFromApp: endpoint(routes.submitFromApp, {
    summary: "Submit an identity request of a citizen",
    done: "Submitted an identity request in the app",
    input: kycSubmission,
    output: ownRequest,
  }),
  resubmitFromApp: endpoint(routes.resubmitFromApp, {
    summary: "Resubmit a citizen's request that was sent back",
    done: "Submitted an identity request again in the app",
    input: kycResubmission.safeExtend({ user_id: id }),
    output: ownRequest,
  }),
  listForApp: endpoint(routes.listForApp, {
    summary: "The identity requests of a citizen, newest first",
    input: z.strictObject({ user_id: id }),
    /** The citizen's identity requests, newest first, at most 50. */
    output: listOf(ownRequest),
  }),
};
