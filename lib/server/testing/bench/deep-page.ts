const PAGE_SIZE = 20;

/** Returns a zero-based page near the end of a list of this many rows: from 1 to `maxPage`, however short the list is. */
export const deepPageIndex = (rows: number, maxPage = 24_999) =>
  Math.max(1, Math.min(maxPage, Math.floor(rows / PAGE_SIZE) - 2));
