import type { ListState } from "@/lib/client/list-params";
import { TRANSLATION_FILTERS } from "@/lib/contract/app-config.values";
import { LANGUAGE_CODE_PATTERN } from "@/lib/contract/content-entries.values";
import { declareList, oneOfFilter, patternFilter } from "@/lib/contract/list.values";
import type { TranslationFilters } from "@/lib/queries/languages";

/** Filters of the text grid, stored in the URL. */
export const languageListParams = declareList({
  sorts: [],
  filters: {
    filter: oneOfFilter(TRANSLATION_FILTERS),
    language: patternFilter(LANGUAGE_CODE_PATTERN, "Use a language code such as efi."),
  },
});

/** Converts the URL's filters to the API's input. */
export function textFiltersOf({ q, filters }: ListState<typeof languageListParams.filters>): TranslationFilters {
  return {
    ...(q && { q }),
    ...(filters.filter && { filter: filters.filter }),
    ...(filters.language && { language: filters.language }),
  };
}
