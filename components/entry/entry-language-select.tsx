"use client";

import { useId } from "react";
import { Select } from "@/components/ui/select";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { Draft } from "@/lib/contract/entries-drafts";
import { hasText } from "./entry-draft";

export type EntryLanguage = { code: string; name: string; direction: "ltr" | "rtl" };

/** Until the app's languages are read, and where they can't be: the one that everything is written in first. */
export const SOURCE: EntryLanguage = { code: SOURCE_LANGUAGE, name: "English", direction: "ltr" };

/** The app's languages, and those besides in which this draft has a text. */
export function languagesOf(known: readonly EntryLanguage[] | undefined, draft: Draft): EntryLanguage[] {
  const all = known?.length ? [...known] : [SOURCE];
  const others = Object.keys(draft.texts).filter((code) => !all.some((each) => each.code === code));
  return [...all, ...others.map((code) => ({ code, name: code, direction: "ltr" as const }))];
}

type EntryLanguageSelectProps = {
  draft: Draft;
  languages: readonly EntryLanguage[];
  value: string;
  onChange: (code: string) => void;
};

/** Which language is written in; says of each whether it has a text. */
export function EntryLanguageSelect({ draft, languages, value, onChange }: EntryLanguageSelectProps) {
  const id = useId();
  const written = languages.filter(({ code }) => hasText(draft, code)).length;
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
        options={languages.map(({ code, name }) => ({
          value: code,
          label: hasText(draft, code) ? name : `${name} (no text)`,
        }))}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="text-muted text-sm">
        {written} of {languages.length} written
      </span>
      {value !== SOURCE_LANGUAGE && !hasText(draft, value) && (
        <span className="text-muted text-sm">Users of this language read the English text.</span>
      )}
    </div>
  );
}
