import { isBlank } from "@/components/record-editor/draft-values";
import { type ContentEntryKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { AnyDraft, Drafts } from "@/lib/contract/content-entries-drafts";
import { type LanguageTextsOf, languageTextsOf } from "./content-entry-kinds";

/** Returns whether the draft of a content entry has any text in a language. */
export const hasTextInLanguage = (draft: AnyDraft, language: string) =>
  Object.values(draft.texts[language] ?? {}).some((value) => !isBlank(value));

/**
 * Returns the draft with changed texts in one language. Removes a language without any text, so that the app falls back to English.
 */
export function withLanguageTexts<K extends ContentEntryKind>(
  kind: K,
  draft: Drafts[K],
  language: string,
  patch: Partial<LanguageTextsOf<K>>,
): Drafts[K] {
  const texts: Record<string, unknown> = {
    ...draft.texts,
    [language]: { ...languageTextsOf(kind, draft, language), ...patch },
  };
  const nextDraft = { ...draft, texts } as Drafts[K];
  if (language !== SOURCE_LANGUAGE && !hasTextInLanguage(nextDraft, language)) delete texts[language];
  return nextDraft;
}
