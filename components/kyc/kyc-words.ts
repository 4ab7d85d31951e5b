import type { IdentityType } from "@/lib/contract/kyc.values";
import { formatMinutes, titleCase } from "@/lib/format";

/** Returns the display name of an identity document's type. */
export const identityTypeLabel = (type: IdentityType) => titleCase(type);

/** Formats the median duration of decisions; "–" if there is none. */
export const formatMedianDuration = (medianMinutes: number | null) =>
  medianMinutes === null ? "–" : formatMinutes(medianMinutes);
