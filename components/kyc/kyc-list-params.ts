import { anyOf, day, defineList, either, flag, oneOf, uuid } from "@/lib/client/list-params";
import { IDENTITY_TYPES, KYC_STATES, KYC_TIERS, LGAS } from "@/lib/contract/kyc.values";

/** What the address of the KYC list can say. */
export const kycListParams = defineList({
  sorts: ["submitted_at", "due_at", "name", "tier"],
  defaultSort: "submitted_at",
  filters: {
    state: anyOf(KYC_STATES),
    tier: anyOf(KYC_TIERS),
    identity_type: anyOf(IDENTITY_TYPES),
    assignee: either(oneOf(["me", "nobody"]), uuid),
    lga: anyOf(LGAS),
    submitted_from: day,
    submitted_to: day,
    late: flag,
    flagged: flag,
  },
});
