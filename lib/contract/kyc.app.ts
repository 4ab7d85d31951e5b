import { z } from "zod";
import { declare, id, instant, version, wholeList } from "./common";
import { kycRoutes as routes } from "./kyc.routes";
import { kycResubmission, kycSubmission } from "./kyc.submission";
import { KYC_STATES } from "./kyc.values";

/** What the citizen's app learns of a request: never flags, notes, or who looks at it. */
const ownRequest = z.object({
  id: z.string(),
  reference: z.string(),
  tier: z.int(),
  state: z.enum(KYC_STATES),
  submitted_at: instant,
  /** What the officer wrote to the citizen, where the request was sent back, rejected or revoked. */
  message: z.string().nullable(),
  version,
});
export type OwnKycRequest = z.infer<typeof ownRequest>;

/** The same form as the officer's for a walk-in, sent by the citizen's app through its server. */
export const kycFromApp = {
  submitFromApp: declare(routes.submitFromApp, {
    summary: "Submit an identity request of a citizen",
    done: "Submitted an identity request in the app",
    input: kycSubmission,
    output: ownRequest,
  }),
  resubmitFromApp: declare(routes.resubmitFromApp, {
    summary: "Submit a citizen's request again that was sent back",
    done: "Submitted an identity request again in the app",
    input: kycResubmission.safeExtend({ user_id: id }),
    output: ownRequest,
  }),
  listForApp: declare(routes.listForApp, {
    summary: "The identity requests of a citizen, newest first",
    input: z.strictObject({ user_id: id }),
    /** Newest first; the last 50. */
    output: wholeList(ownRequest),
  }),
};
