import {
  EMERGENCY_NUMBER_CATEGORIES,
  EMERGENCY_NUMBER_CATEGORY_WORDS,
  type EmergencyNumberCategory,
} from "@/lib/contract/app-config.values";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import { LGAS } from "@/lib/contract/lgas.values";
import { pluralize, selectOptions } from "@/lib/format";

export const WHOLE_STATE_LABEL = "Whole state";

export const emergencyCategoryLabel = (category: EmergencyNumberCategory) => EMERGENCY_NUMBER_CATEGORY_WORDS[category];
export const EMERGENCY_CATEGORY_OPTIONS = selectOptions(EMERGENCY_NUMBER_CATEGORIES, EMERGENCY_NUMBER_CATEGORY_WORDS);

/** Returns the local government areas (LGAs) without an emergency number. Returns none if a number covers the whole state. */
export function lgasWithoutEmergencyNumber(numbers: readonly EmergencyNumber[]): string[] {
  if (numbers.some(({ lga }) => lga === null)) return [];
  return LGAS.filter((lga) => !numbers.some((each) => each.lga === lga));
}

/** Formats the counts of emergency numbers: "3 of 20 numbers, 2 need verification". */
export function describeEmergencyNumberCount(
  visible: readonly EmergencyNumber[],
  allNumbers: readonly EmergencyNumber[],
): string {
  const unverifiedCount = allNumbers.filter(({ unverified }) => unverified).length;
  const verificationHint = unverifiedCount > 0 ? `, ${pluralize(unverifiedCount, "needs", "need")} verification` : "";
  return `${visible.length} of ${allNumbers.length} numbers${verificationHint}`;
}
