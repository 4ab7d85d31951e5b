"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { Filters, List } from "@/lib/contract/list.values";
import { cleanLine } from "@/lib/contract/pasted.values";
import { type ListState, nextSort, parseListParams, toSearch } from "./list-params";
import { useSearchParamsWatchdog } from "./workarounds/use-search-params-watchdog";

/** State of a list from the URL, and functions to change it. */
export type ListParams<F extends Filters = Filters> = {
  state: ListState<F>;
  /** The effective sort order: the chosen one or the list's default. */
  sort: string | undefined;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  toggleSort: (column: string) => void;
  setSort: (sort: string | undefined) => void;
  setSearch: (q: string) => void;
  setFilters: (values: Record<string, string | undefined>) => void;
  /** Clears search and filters; keeps sort order and page size. */
  clear: () => void;
};

/**
 * Returns a list's state from the URL and functions that change it. They use `history.pushState`: Next updates the screen without
 * a request, and Back works. Every change except paging returns to page 1.
 */
export function useListParams<F extends Filters>(definition: List<F>): ListParams<F> {
  const search = useSearchParams();
  const path = usePathname();
  const watchUpdate = useSearchParamsWatchdog(search.toString());
  return useMemo(() => {
    // Reads the current URL, so that two quick changes do not overwrite each other.
    const now = () => parseListParams(definition, new URLSearchParams(window.location.search));
    const go = (next: ListState<F>, replace = false) => {
      const { pathname, search: currentSearch } = window.location;
      // A late change of a list that was left must not affect the next page's URL.
      if (pathname !== path) return;
      const targetUrl = toSearch(definition, next, new URLSearchParams(currentSearch));
      if (targetUrl === currentSearch) return;
      window.history[replace ? "replaceState" : "pushState"](null, "", pathname + targetUrl);
      watchUpdate(currentSearch, targetUrl);
    };
    const change = (patch: Partial<ListState<F>>, replace = false) => go({ ...now(), page: 1, ...patch }, replace);
    const state = parseListParams(definition, search);
    return {
      state,
      sort: state.sort ?? definition.defaultSort,
      setPage: (page) => change({ page }),
      setSize: (size) => change({ size }),
      setSort: (sort) => change({ sort: sort === definition.defaultSort ? undefined : sort }),
      toggleSort: (column) => change({ sort: nextSort(definition, now().sort, column) }),
      // Each further letter replaces the history entry of the first one, so that one step back leaves the search.
      setSearch: (q) => change({ q: cleanLine(q) || undefined }, Boolean(now().q && q)),
      setFilters: (values) => {
        const filters: Record<string, string | undefined> = { ...now().filters, ...values };
        change({ filters: parseListParams(definition, filters).filters });
      },
      clear: () => change({ q: undefined, filters: {} }),
    };
  }, [definition, search, path, watchUpdate]);
}
