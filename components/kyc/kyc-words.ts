import type { IdentityType } from "@/lib/contract/kyc.values";
import { formatMinutes, titleCase } from "@/lib/format";

/** Returns the display name of an identity document's type. */
export const identityLabel = (type: IdentityType) => titleCase(type);

export const formatMedian = (medianMinutes: number | null) =>
  medianMinutes === null ? "–" : formatMinutes(medianMinutes);
