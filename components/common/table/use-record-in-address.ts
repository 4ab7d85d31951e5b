"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useInsistence } from "@/lib/client/use-insistence";

/**
 * The record that the address names beside the list (`?admin=…`, `?role=…`): links to it, and the ways to open and close
 * it. Like the list's own state these go through `history.pushState`, so the server is not asked for the page again.
 */
export function useRecordInAddress(key: string) {
  const search = useSearchParams();
  const path = usePathname();
  const insist = useInsistence(search.toString());
  const addressOf = (id: string | null, from: URLSearchParams = search) => {
    const next = new URLSearchParams(from);
    next.delete(key);
    if (id) next.set(key, id);
    return next.size ? `${path}?${next}` : path;
  };
  const go = (id: string | null) => {
    const before = window.location.search;
    const now = new URLSearchParams(before);
    // Left or closed in the meantime: an answer that comes late brings nobody back.
    if (window.location.pathname !== path || now.get(key) === id) return;
    const address = addressOf(id, now);
    window.history.pushState(null, "", address);
    insist(before, address.slice(path.length));
  };
  return { entry: search.get(key), addressOf, open: go, close: () => go(null) };
}
