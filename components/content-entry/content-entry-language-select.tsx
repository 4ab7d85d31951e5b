"use client";

import { useId } from "react";
import { isBlank } from "@/components/record-editor/draft-values";
import { Select } from "@/components/ui/select";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { hasTextInLanguage } from "./draft-texts";

/** Language of a content entry. `written`: how many of its texts exist. Unless "whole", the app shows all texts in English. */
export type ContentEntryLanguage = {
  code: string;
  name: string;
  direction: "ltr" | "rtl";
  written?: "none" | "part" | "whole";
};
type WrittenLanguage = Required<ContentEntryLanguage>;

/** English, the source language. Used until the app's languages are loaded, or if they can't be loaded. */
export const SOURCE_CONTENT_ENTRY_LANGUAGE: ContentEntryLanguage = {
  code: SOURCE_LANGUAGE,
  name: "English",
  direction: "ltr",
};

/** Returns the app's languages, plus other languages in which the draft has a text. */
export function contentEntryLanguagesOf(
  appLanguages: readonly ContentEntryLanguage[] | undefined,
  draft: AnyDraft,
): WrittenLanguage[] {
  const all = appLanguages?.length ? [...appLanguages] : [SOURCE_CONTENT_ENTRY_LANGUAGE];
  const unknownCodes = Object.keys(draft.texts).filter((code) => !all.some((each) => each.code === code));
  return [...all, ...unknownCodes.map((code) => ({ code, name: code, direction: "ltr" as const }))].map((language) => ({
    ...language,
    written: textCompleteness(draft, language.code),
  }));
}

/** Returns "whole" if every English text except the summary is translated. Must match `pickLanguage` in lib/server/content-entries. */
function textCompleteness(draft: AnyDraft, language: string): WrittenLanguage["written"] {
  if (!hasTextInLanguage(draft, language)) return "none";
  const texts: Readonly<Record<string, unknown>> = draft.texts[language] ?? {};
  const isIncomplete = Object.entries(draft.texts[SOURCE_LANGUAGE] ?? {}).some(
    ([name, english]) => name !== "summary" && !isBlank(english) && isBlank(texts[name]),
  );
  return isIncomplete ? "part" : "whole";
}

type ContentEntryLanguageSelectProps = {
  languages: readonly WrittenLanguage[];
  value: string;
  onChange: (code: string) => void;
};

const SUFFIXES = { none: " (no text)", part: " (incomplete)", whole: "" };

/** Selects the language to edit, and shows whether each language is complete. */
export function ContentEntryLanguageSelect({ languages, value, onChange }: ContentEntryLanguageSelectProps) {
  const id = useId();
  const completeCount = languages.filter(({ written: completeness }) => completeness === "whole").length;
  const selected = languages.find(({ code }) => code === value);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="font-semibold text-sm">
        Language
      </label>
      <Select
        id={id}
        dense
        value={value}
        className="w-56"
        options={languages.map(({ code, name, written }) => ({ value: code, label: name + SUFFIXES[written] }))}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="text-muted text-sm">
        {completeCount} of {languages.length} written
      </span>
      {value !== SOURCE_LANGUAGE && selected?.written !== "whole" && (
        <span className="text-muted text-sm">Users of this language read the English text.</span>
      )}
    </div>
  );
}
