"use client";

import { useCallback, useEffect, useRef } from "react";

const RETRY_MS = 1_000;

/** Timer shared by all lists of the page, so that only the newest URL change is watched. */
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Works around two bugs of the Next.js router (16.4.6) that drop a search-param update made by `history.pushState`: before the router
 * has patched `history` in its first effect (vercel/next.js#72322), and while it loads the page for Back after a reload. The screen is
 * not updated, and the router may reset the URL. Sets the URL again after 1 s; if that fails too, loads the page. Delete this when the
 * test of text typed before hydration in `e2e/early-press.spec.ts` passes without it.
 * @param search search params known to the screen.
 * @returns a function to call after a change with the previous and the new search.
 */
export function useSearchParamsWatchdog(search: string): (before: string, wanted: string) => void {
  const known = useRef(search);
  useEffect(() => {
    known.current = search;
  }, [search]);
  const own = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Stops watching when the user goes back or follows a link: setting the URL again would cancel that navigation.
    const stop = () => clearTimeout(own.current);
    const onClick = ({ target }: MouseEvent) => target instanceof Element && target.closest("a") && stop();
    window.addEventListener("popstate", stop);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("popstate", stop);
      window.removeEventListener("click", onClick);
      stop();
    };
  }, []);
  return useCallback((before, wanted) => {
    const { pathname } = window.location;
    // Compares the path, because React cleans up the previous list only after the URL of the next page is set.
    const hasLeft = () =>
      window.location.pathname !== pathname || ![before, wanted].some((each) => isSame(each, window.location.search));
    const isApplied = () => [known.current, window.location.search].every((each) => isSame(each, wanted));
    const later = (step: () => unknown) => {
      clearTimeout(timer);
      timer = setTimeout(() => !hasLeft() && !isApplied() && step(), RETRY_MS);
      own.current = timer;
    };
    const url = pathname + wanted;
    later(() => {
      window.history.replaceState(null, "", url);
      // Offline, loading the page would fail and lose the current page.
      later(() => navigator.onLine && window.location.replace(url));
    });
  }, []);
}

/** Compares two searches regardless of encoding. */
const isSame = (one: string, other: string) =>
  new URLSearchParams(one).toString() === new URLSearchParams(other).toString();
