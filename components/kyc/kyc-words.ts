import type { IdentityType } from "@/lib/contract/kyc.values";
import { formatMinutes, titleCase } from "@/lib/format";

/** Display names of values in the list of identity requests. */
export const identityLabel = (type: IdentityType) => titleCase(type);

export const formatMedian = (medianMinutes: number | null) =>
  medianMinutes === null ? "–" : formatMinutes(medianMinutes);
