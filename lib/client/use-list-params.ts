"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { Filters, List } from "@/lib/contract/list.values";
import { type ListState, nextSort, parseListParams, toSearch } from "./list-params";
import { useInsistence } from "./use-insistence";

/** The state of a list as its address says it, and the ways to change it. */
export type ListParams<F extends Filters = Filters> = {
  state: ListState<F>;
  /** The order that holds: the chosen one, else the list's own. */
  sort: string | undefined;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  toggleSort: (column: string) => void;
  setSort: (sort: string | undefined) => void;
  setSearch: (q: string) => void;
  setFilters: (values: Record<string, string | undefined>) => void;
  /** Drops search and filters; sort and page size stay. */
  clear: () => void;
};

/**
 * Changes go through `history.pushState`: Next follows them without asking the server, and the back button returns.
 * Everything but paging leads back to page 1.
 */
export function useListParams<F extends Filters>(definition: List<F>): ListParams<F> {
  const search = useSearchParams();
  const path = usePathname();
  const insist = useInsistence(search.toString());
  return useMemo(() => {
    // Read at the time of the change: two quick clicks must not undo each other.
    const now = () => parseListParams(definition, new URLSearchParams(window.location.search));
    const go = (next: ListState<F>, replace = false) => {
      const { pathname, search: current } = window.location;
      // Left in the meantime: what comes late is not the next page's.
      if (pathname !== path) return;
      const wanted = toSearch(definition, next, new URLSearchParams(current));
      if (wanted === current) return;
      window.history[replace ? "replaceState" : "pushState"](null, "", pathname + wanted);
      insist(current, wanted);
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
      // Typing on replaces the entry that its first letter made: one step back leaves the search.
      setSearch: (q) => change({ q: q.trim() ? q : undefined }, Boolean(now().q && q)),
      setFilters: (values) => {
        const filters: Record<string, string | undefined> = { ...now().filters, ...values };
        change({ filters: parseListParams(definition, filters).filters });
      },
      clear: () => change({ q: undefined, filters: {} }),
    };
  }, [definition, search, path, insist]);
}
