"use client";

import { useCallback, useEffect, useRef } from "react";

const INSIST_MS = 1_000;

/** One for the page: the newest change alone is made sure of, also where one place opened what another has closed. */
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Next loses a change of the address that falls into its answer to a step back after a reload: the screen never hears of
 * it, and at times the address is set back as well. Anyone who makes a change makes sure that it arrives: told again first,
 * then by loading the page, whose address says all that was chosen.
 * @param search what the screen knows.
 * @returns called after a change with the address's search before and since.
 */
export function useInsistence(search: string): (before: string, wanted: string) => void {
  const known = useRef(search);
  useEffect(() => {
    known.current = search;
  }, [search]);
  const own = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Anyone who goes back or follows a link in the meantime no longer wants it; told again, it would call off the link's page.
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
    // React ends the effects of a list that was left only after the next page's address is there.
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
      // Without a line there would be nothing to load, and what is on the page would be gone.
      later(() => navigator.onLine && window.location.replace(address));
    });
  }, []);
}

/** Two searches that say the same, however it is written. */
const isSame = (one: string, other: string) =>
  new URLSearchParams(one).toString() === new URLSearchParams(other).toString();
