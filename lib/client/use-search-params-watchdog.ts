"use client";

import { useCallback, useEffect, useRef } from "react";

const INSIST_MS = 1_000;

/** Shared by the page, so that only the newest URL change is watched. */
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Works around a Next.js router bug: a change of the search params during its response to Back after a reload is dropped. The
 * screen is not updated, and the URL may be reset. Sets the URL again after 1 s; if that fails too, loads the page.
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
    const letGo = () => clearTimeout(own.current);
    const follow = ({ target }: MouseEvent) => target instanceof Element && target.closest("a") && letGo();
    window.addEventListener("popstate", letGo);
    window.addEventListener("click", follow);
    return () => {
      window.removeEventListener("popstate", letGo);
      window.removeEventListener("click", follow);
      letGo();
    };
  }, []);
  return useCallback((before, wanted) => {
    const { pathname } = window.location;
    // React runs the cleanup of a left list only after the URL of the next page is set.
    const wentElsewhere = () =>
      window.location.pathname !== pathname || ![before, wanted].some((each) => isSame(each, window.location.search));
    const hasArrived = () => [known.current, window.location.search].every((each) => isSame(each, wanted));
    const later = (step: () => unknown) => {
      clearTimeout(timer);
      timer = setTimeout(() => !wentElsewhere() && !hasArrived() && step(), INSIST_MS);
      own.current = timer;
    };
    const address = pathname + wanted;
    later(() => {
      window.history.replaceState(null, "", address);
      // Offline, a page load would fail and the current page would be lost.
      later(() => navigator.onLine && window.location.replace(address));
    });
  }, []);
}

/** Compares two searches regardless of encoding. */
const isSame = (one: string, other: string) =>
  new URLSearchParams(one).toString() === new URLSearchParams(other).toString();
