import {
  EMERGENCY_CATEGORIES,
  EMERGENCY_CATEGORY_WORDS,
  type EmergencyCategory,
} from "@/lib/contract/app-config.values";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import { LGAS } from "@/lib/contract/kyc.values";
import { optionsOf, pluralize } from "@/lib/format";

export const WHOLE_STATE = "Whole state";

export const categoryWords = (category: EmergencyCategory) => EMERGENCY_CATEGORY_WORDS[category];
export const CATEGORY_OPTIONS = optionsOf(EMERGENCY_CATEGORIES, EMERGENCY_CATEGORY_WORDS);

/** Returns the LGAs without a number of their own or of the whole state. */
export function uncovered(numbers: readonly EmergencyNumber[]): string[] {
  if (numbers.some(({ lga }) => lga === null)) return [];
  return LGAS.filter((lga) => !numbers.some((each) => each.lga === lga));
}

/** Formats the counts: "3 of 20 numbers, 2 need verification". */
export function countWords(shown: readonly EmergencyNumber[], all: readonly EmergencyNumber[]): string {
  const old = all.filter(({ unverified }) => unverified).length;
  const needs = old > 0 ? `, ${pluralize(old, "needs", "need")} verification` : "";
  return `${shown.length} of ${all.length} numbers${needs}`;
}
