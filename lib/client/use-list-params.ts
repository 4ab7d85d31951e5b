"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import {
  type FilterRules,
  type ListDefinition,
  type ListState,
  nextSort,
  parseListParams,
  toSearch,
} from "./list-params";

/** The state of a list as its address says it, and the ways to change it. */
export type ListParams<F extends FilterRules = FilterRules> = {
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
export function useListParams<F extends FilterRules>(definition: ListDefinition<F>): ListParams<F> {
  const search = useSearchParams();
  const insist = useInsistence(search.toString());
  return useMemo(() => {
    // Read at the time of the change: two quick clicks must not undo each other.
    const now = () => parseListParams(definition, new URLSearchParams(window.location.search));
    const go = (next: ListState<F>, replace = false) => {
      const { pathname, search: current } = window.location;
      const url = pathname + toSearch(definition, next, new URLSearchParams(current));
      if (url === pathname + current) return;
      window.history[replace ? "replaceState" : "pushState"](null, "", url);
      insist();
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
  }, [definition, search, insist]);
}

const INSIST_MS = 1_000;

/**
 * Next loses a change of the address that falls into its answer to a step back after a reload: the address has it, the
 * screen never will. Whoever makes a change makes sure that it arrives: told again first, then by loading the page, whose
 * address says all that was chosen.
 * @param search what the screen knows.
 */
function useInsistence(search: string) {
  const known = useRef(search);
  useEffect(() => {
    known.current = search;
  }, [search]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    const isKnown = () => new URLSearchParams(window.location.search).toString() === known.current;
    const later = (step: () => unknown) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => !isKnown() && step(), INSIST_MS);
    };
    later(() => {
      window.history.replaceState(null, "", window.location.href);
      // Without a line there would be nothing to load, and what is on the page would be gone.
      later(() => navigator.onLine && window.location.reload());
    });
  }, []);
}
