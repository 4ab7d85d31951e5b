"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import {
  dropCachedTranslations,
  TRANSLATION_ROWS_PER_PAGE,
  type TranslationFilters,
  translationsQuery,
} from "@/lib/queries/languages";

/** First and last row in view, inclusive, counted from 0. */
export type RowRange = { first: number; last: number };
const SCROLL_PAUSE_MS = 80;
const pageOfRow = (row: number) => Math.floor(Math.max(row, 0) / TRANSLATION_ROWS_PER_PAGE);

/** Fetches the pages of the translation grid that are in view, and returns a row lookup and the total number of rows. */
export function usePagedTranslationRows(filters: TranslationFilters) {
  const client = useQueryClient();
  const filterKey = JSON.stringify(filters);
  const [pages, setPages] = useState<{ asked: string; from: number; to: number }>({ asked: filterKey, from: 0, to: 0 });
  const { from, to } = pages.asked === filterKey ? pages : { from: 0, to: 0 };
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const answers = useQueries({ queries: numbers.map((page) => translationsQuery(filters, page)) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: drops the cached pages when the filters change
  useEffect(() => dropCachedTranslations(client), [client, filterKey]);

  const newestAnswer = answers.reduce((best, each) => (each.dataUpdatedAt > best.dataUpdatedAt ? each : best));
  // Total number of rows in the last response, which keeps the list's length while a distant page loads.
  const [known, setKnownTotal] = useState<{ asked: string; total: number }>();
  const total = newestAnswer.data?.total ?? (known?.asked === filterKey ? known.total : undefined);
  if (total !== undefined && (known?.asked !== filterKey || known.total !== total))
    setKnownTotal({ asked: filterKey, total });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef("");
  useEffect(() => () => clearTimeout(timer.current), []);
  // Debounces without a render, so that fast scrolling fetches only the pages where the scrolling stops.
  const showRange = useCallback(
    ({ first, last }: RowRange) => {
      const [start, end] = [pageOfRow(first), pageOfRow(last)];
      const rangeKey = `${filterKey} ${start} ${end}`;
      if (rangeKey === requested.current) return;
      requested.current = rangeKey;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPages({ asked: filterKey, from: start, to: end }), SCROLL_PAUSE_MS);
    },
    [filterKey],
  );

  return {
    /** Number of rows that match the filters; undefined while unknown. */
    total,
    /** Returns a row by index; undefined while the row loads. */
    rowAt: (index: number): TranslationRow | undefined => {
      const page = pageOfRow(index);
      // Falls back to the cache, which may still have a page that is no longer requested.
      const data = answers[page - from]?.data ?? client.getQueryData(translationsQuery(filters, page).queryKey);
      return data?.rows[index % TRANSLATION_ROWS_PER_PAGE];
    },
    error: answers.find(({ error }) => error)?.error ?? null,
    busy: answers.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { error, refetch } of answers) if (error) void refetch();
    },
    /** Sets the range of visible rows. */
    want: showRange,
  };
}

/** Result of `usePagedTranslationRows`: row lookup, total, and the first error of a page. */
export type PagedTranslationRows = ReturnType<typeof usePagedTranslationRows>;
