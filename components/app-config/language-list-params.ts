import { defineList, type ListState, oneOf } from "@/lib/client/list-params";
import { TEXT_FILTERS } from "@/lib/contract/app-config.values";
import { LANGUAGE_CODE } from "@/lib/contract/entries.values";
import type { TextFilters } from "@/lib/queries/languages";

const code = (raw: string) => (LANGUAGE_CODE.test(raw) ? raw : "");

/** What the address of the grid can say. */
export const languageListParams = defineList({
  sorts: [],
  filters: { filter: oneOf(TEXT_FILTERS), language: code },
});

/** What the grid asks the API for. */
export function textFiltersOf({ q, filters }: ListState<typeof languageListParams.filters>): TextFilters {
  return {
    ...(q && { q }),
    ...(filters.filter && { filter: filters.filter }),
    ...(filters.language && { language: filters.language }),
  };
}
