"use client";

import { useState } from "react";
import type { ListState } from "@/lib/client/list-params";
import type { ListParams } from "@/lib/client/use-list-params";

/** Manages the state of a sample list. Kept in memory instead of the URL, because the page has many lists. */
export function useSampleList(initialState: Partial<ListState> = {}): ListParams {
  const [state, setState] = useState<ListState>({ page: 1, size: 20, filters: {}, ...initialState });
  const changeState = (patch: Partial<ListState>) => setState((previous) => ({ ...previous, page: 1, ...patch }));
  const toggleSort = (column: string) => changeState({ sort: state.sort === `-${column}` ? column : `-${column}` });
  return {
    state,
    sort: state.sort,
    setPage: (page) => changeState({ page }),
    setSize: (size) => changeState({ size }),
    setSort: (sort) => changeState({ sort }),
    toggleSort,
    setSearch: (searchText) => changeState({ q: searchText || undefined }),
    setFilters: (values) => changeState({ filters: { ...state.filters, ...values } }),
    clear: () => changeState({ q: undefined, filters: {} }),
  };
}

type Payment = { id: string; reference: string; user: string; status: string; amount: number; at: string };

export const SAMPLE_PAYMENTS: readonly Payment[] = [
  {
    id: "1",
    reference: "TRX-000412",
    user: "Ada Obi",
    status: "succeeded",
    amount: 1_250_000,
    at: "2026-11-26T08:15:00Z",
  },
  {
    id: "2",
    reference: "TRX-000411",
    user: "Emmanuel Ogar",
    status: "pending",
    amount: 50_000,
    at: "2026-11-26T08:02:00Z",
  },
  {
    id: "3",
    reference: "TRX-000410",
    user: "Ndidi Bassey-Effiong of Akpabuyo",
    status: "resubmission_requested",
    amount: 100_050,
    at: "2026-11-25T17:40:00Z",
  },
  {
    id: "4",
    reference: "TRX-000409",
    user: "Okon Inyang-Edet",
    status: "failed",
    amount: -75_000,
    at: "2026-11-25T11:05:00Z",
  },
];

const DEFAULTS = { isError: false, isFetching: false, isPlaceholderData: false, error: null, refetch: () => {} };
const LOAD_ERROR = new Error("The service can't be reached. Check your connection and try again.");

/** Query results in each state, for the sample tables. */
export const SAMPLE_QUERIES = {
  rows: { ...DEFAULTS, data: { items: [...SAMPLE_PAYMENTS], page: 0, size: 20, total: 4, totalIsCapped: false } },
  first: {
    ...DEFAULTS,
    data: { items: SAMPLE_PAYMENTS.slice(0, 2), page: 0, size: 20, total: 10_000, totalIsCapped: true },
  },
  refreshing: {
    ...DEFAULTS,
    isFetching: true,
    isPlaceholderData: true,
    data: { items: SAMPLE_PAYMENTS.slice(0, 2), page: 1, size: 20, total: 62, totalIsCapped: false },
  },
  stale: {
    ...DEFAULTS,
    isError: true,
    error: LOAD_ERROR,
    data: { items: SAMPLE_PAYMENTS.slice(0, 2), page: 0, size: 20, total: 2, totalIsCapped: false },
  },
  loading: { ...DEFAULTS, isFetching: true },
  empty: { ...DEFAULTS, data: { items: [], page: 0, size: 20, total: 0, totalIsCapped: false } },
  failed: { ...DEFAULTS, isError: true, error: LOAD_ERROR },
};
