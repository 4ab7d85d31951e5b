import { EMERGENCY_CATEGORIES, type EmergencyCategory } from "@/lib/contract/app-config.values";
import type { EmergencyNumber } from "@/lib/contract/app-config-numbers";
import { LGAS } from "@/lib/contract/kyc.values";

export const WHOLE_STATE = "Whole state";

const LABELS: Record<EmergencyCategory, string> = {
  general: "General emergency",
  police: "Police",
  fire: "Fire",
  medical: "Medical",
  road_safety: "Road safety",
  disaster: "Disaster",
  gender_based_violence: "Gender-based violence",
  child_protection: "Child protection",
  utilities: "Utilities",
};
export const categoryWords = (category: EmergencyCategory) => LABELS[category];
export const CATEGORY_OPTIONS = EMERGENCY_CATEGORIES.map((value) => ({ value, label: LABELS[value] }));
export const LGA_OPTIONS = LGAS.map((value) => ({ value, label: value }));

/** LGAs that no number reaches, neither their own nor one of the whole state. */
export function uncovered(numbers: readonly EmergencyNumber[]): string[] {
  if (numbers.some(({ lga }) => lga === null)) return [];
  return LGAS.filter((lga) => !numbers.some((each) => each.lga === lga));
}

/** "3 of 20 numbers, 2 need verification" */
export function countWords(shown: readonly EmergencyNumber[], all: readonly EmergencyNumber[]): string {
  const old = all.filter(({ unverified }) => unverified).length;
  const needs = old > 0 ? `, ${old} ${old === 1 ? "needs" : "need"} verification` : "";
  return `${shown.length} of ${all.length} numbers${needs}`;
}
