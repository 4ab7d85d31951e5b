import "server-only";
import { claimIreport, releaseIreport } from "./ireport/claim";
import { ireportSingle } from "./ireport/single";
import { api } from "./spine";

export const ireport = {
  single: api.ireport.single.handler(({ input, context: { db, admin } }) => ireportSingle(db, admin, input.ireportId)),
  claim: api.ireport.claim.handler(({ input, context }) => claimIreport(context, input.ireportId)),
  release: api.ireport.release.handler(({ input, context }) => releaseIreport(context, input.ireportId)),
};
