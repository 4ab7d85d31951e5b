"use client";

import { SearchField } from "@/components/common/table/search-field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { hasSearchOrFilters } from "@/lib/client/list-params";
import type { ListParams } from "@/lib/client/use-list-params";
import type { Language } from "@/lib/contract/app-config-languages";
import type { languageListParams } from "./language-list-params";
import { TRANSLATION_FILTER_OPTIONS } from "./language-words";

type LanguageToolbarProps = {
  list: ListParams<typeof languageListParams.filters>;
  languages: readonly Language[];
  /** On a phone, code of the language being edited. */
  shown: string | undefined;
};

/** Renders search and filters of the text grid. A filter applies to one selected language or to all languages. */
export function LanguageToolbar({ list, languages, shown: shownCode }: LanguageToolbarProps) {
  const { filter, language } = list.state.filters;
  const options = languages.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <SearchField value={list.state.q ?? ""} label="Search keys and texts" onSearch={list.setSearch} />
      <Select
        dense
        className="max-md:flex-1"
        aria-label="Show"
        placeholder="All texts"
        options={TRANSLATION_FILTER_OPTIONS}
        value={filter ?? ""}
        onChange={({ target }) =>
          list.setFilters({ filter: target.value || undefined, language: shownCode ?? language })
        }
      />
      <Select
        dense
        className="max-md:flex-1"
        aria-label="Language"
        placeholder={shownCode ? undefined : "Any language"}
        options={options}
        value={shownCode ?? language ?? ""}
        onChange={({ target }) => list.setFilters({ language: target.value || undefined })}
      />
      {hasSearchOrFilters(list.state) && (
        <Button variant="ghost" onClick={list.clear}>
          Clear filters
        </Button>
      )}
    </>
  );
}
