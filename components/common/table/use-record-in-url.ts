"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useSearchParamsWatchdog } from "@/lib/client/workarounds/use-search-params-watchdog";

/**
 * Stores the id of the record that is open beside a list in a URL parameter (`?admin=…`, `?role=…`). Returns the id, the URL of a
 * record, and functions to open and close it. Uses `history.pushState`, so that the page is not requested again.
 */
export function useRecordInUrl(key: string) {
  const search = useSearchParams();
  const path = usePathname();
  const watchUpdate = useSearchParamsWatchdog(search.toString());
  const addressOf = (id: string | null, from: URLSearchParams = search) => {
    const next = new URLSearchParams(from);
    next.delete(key);
    if (id) next.set(key, id);
    return next.size ? `${path}?${next}` : path;
  };
  const setRecord = (id: string | null) => {
    const oldSearch = window.location.search;
    const now = new URLSearchParams(oldSearch);
    // Checks the URL: a late response must not reopen a record that the user has closed, or whose page they left.
    if (window.location.pathname !== path || now.get(key) === id) return;
    const href = addressOf(id, now);
    window.history.pushState(null, "", href);
    watchUpdate(oldSearch, href.slice(path.length));
  };
  return { entry: search.get(key), addressOf, open: setRecord, close: () => setRecord(null) };
}
