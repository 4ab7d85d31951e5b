"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { ALL_ROWS, type Filters, type ListDeclaration } from "@/lib/contract/list.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { LIST_STATE_PARAMS, type ListState, nextSort, parseListParams, toListQueryString } from "./list-params";
import { useInitialListQueryString } from "./list-start";
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
  /** Set for lists with saved views. */
  views?: ListViews;
};

/** Properties of a list that saved views need. The query strings contain neither the page number nor the id of the open view. */
type ListViews = {
  /** Name of the list (`List.name`). */
  name: string;
  /** Names of the URL parameters of the list. */
  params: readonly string[];
  /** Query string of the current filters, search, sort order and page size. */
  search: string;
  /** Returns the valid part of a stored query string, and the names of parameters that the list no longer accepts. */
  read: (search: string) => { search: string; dropped: string[] };
  /** Opens a saved view; without arguments, shows all rows. */
  open: (view?: { id: string; search: string }) => void;
};

/** Returns the query string of a list's state, without the page number and the id of the open view. */
const searchOfState = <F extends Filters>(definition: ListDeclaration<F>, state: ListState<F>) =>
  toListQueryString(definition, { ...state, page: 1, saved: undefined }).slice(1);

function parseStoredSearch<F extends Filters>(definition: ListDeclaration<F>, stored: string) {
  const search = searchOfState(definition, parseListParams(definition, new URLSearchParams(stored)));
  const valid = new URLSearchParams(search);
  const names = [...new URLSearchParams(stored).keys()];
  // A missing size or sort is valid, because URLs leave out default values.
  const isDefault = (name: string) => name === "size" || name === "sort";
  return { search, dropped: names.filter((name) => !valid.has(name) && !isDefault(name)) };
}

/**
 * Returns a list's state from the URL, and functions that change it. They use `history.pushState`: Next.js updates the screen without a
 * request, and Back works. Every change except paging returns to page 1.
 */
export function useListParams<F extends Filters>(definition: ListDeclaration<F>): ListParams<F> {
  const search = useSearchParams();
  const path = usePathname();
  const watchUpdate = useSearchParamsWatchdog(search.toString());
  const start = useInitialListQueryString(definition.name);
  return useMemo(() => {
    // Reads the current URL, so that two quick changes do not overwrite each other.
    const now = () => parseListParams(definition, new URLSearchParams(window.location.search), start);
    const go = (next: ListState<F>, replace = false) => {
      const { pathname, search: currentSearch } = window.location;
      // Ignores late changes of a list that was left: they must not affect the next page's URL.
      if (pathname !== path) return;
      const targetUrl = toListQueryString(definition, next, new URLSearchParams(currentSearch));
      if (targetUrl === currentSearch) return;
      window.history[replace ? "replaceState" : "pushState"](null, "", pathname + targetUrl);
      watchUpdate(currentSearch, targetUrl);
    };
    const change = (patch: Partial<ListState<F>>, replace = false) => go({ ...now(), page: 1, ...patch }, replace);
    const state = parseListParams(definition, search, start);
    const { name } = definition;
    return {
      state,
      sort: state.sort ?? definition.defaultSort,
      setPage: (page) => change({ page }),
      setSize: (size) => change({ size }),
      setSort: (sort) => change({ sort: sort === definition.defaultSort ? undefined : sort }),
      toggleSort: (column) => change({ sort: nextSort(definition, now().sort, column) }),
      // Replaces the history entry after the first letter, so that one step back leaves the search.
      setSearch: (q) => change({ q: cleanPastedLine(q) || undefined }, Boolean(now().q && q)),
      setFilters: (values) => {
        const filters: Record<string, string | undefined> = { ...now().filters, ...values };
        change({ filters: parseListParams(definition, filters).filters });
      },
      clear: () => change({ q: undefined, filters: {} }),
      views: name
        ? {
            name,
            params: [...LIST_STATE_PARAMS, ...Object.keys(definition.filters)],
            search: searchOfState(definition, state),
            read: (stored) => parseStoredSearch(definition, stored),
            open: (view) => {
              const opened = parseListParams(definition, new URLSearchParams(view?.search ?? ""));
              go({ ...opened, saved: view?.id ?? (start ? ALL_ROWS : undefined) });
            },
          }
        : undefined,
    };
  }, [definition, search, path, watchUpdate, start]);
}
