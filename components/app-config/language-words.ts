import type { TRANSLATION_FILTERS } from "@/lib/contract/app-config.values";
import type { Language } from "@/lib/contract/app-config-languages";
import { formatCount, pluralize } from "@/lib/format";

export const TRANSLATION_FILTER_OPTIONS: readonly { value: (typeof TRANSLATION_FILTERS)[number]; label: string }[] = [
  { value: "missing", label: "Missing" },
  { value: "changed", label: "Changed since translated" },
  { value: "unused", label: "Not used by the app" },
];

export const TEXT_DIRECTION_OPTIONS: readonly { value: Language["direction"]; label: string }[] = [
  { value: "ltr", label: "Left to right" },
  { value: "rtl", label: "Right to left" },
];
export const textDirectionLabel = (direction: Language["direction"]) =>
  direction === "rtl" ? "Right to left" : "Left to right";

/** Describes how much of a language is translated: "312 of 340, 5 changed". */
export function describeTranslationProgress({ source, keys, translated, changed }: Language): string {
  if (source) return pluralize(keys, "key");
  return `${formatCount(translated)} of ${formatCount(keys)}${changed ? `, ${formatCount(changed)} changed` : ""}`;
}

export const formatTextCount = (value: number) => pluralize(value, "text");
