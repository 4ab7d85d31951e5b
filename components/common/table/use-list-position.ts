"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ROW_LINK } from "@/lib/client/row-link";

type Position = {
  /** Link of the row that had the focus. */
  focusedHref: string | null;
  selectedIds: readonly string[];
  /** Scroll position of the table's frame and of the page. */
  left: number;
  top: number;
};

const MAX_LISTS = 50;
/** Positions of the lists that were left, by URL; the oldest are dropped. */
const positions = new Map<string, Position>();
/** URL that Back or Forward last led to, until its list is left: a slow page may mount the list twice. */
let traversedUrl: string | undefined;

const urlOf = (path: string, search: URLSearchParams) => `${path}?${search}`;

const currentUrl = () => urlOf(window.location.pathname, new URLSearchParams(window.location.search));

// In the capture phase, because React may render the list right after Next's listener, before the other listeners.
if (typeof window !== "undefined")
  window.addEventListener(
    "popstate",
    () => {
      traversedUrl = currentUrl();
    },
    { capture: true },
  );

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
const frameOf = (section: HTMLElement | null) => section?.querySelector("table")?.parentElement;

/** The frame can scroll once its overflow has been measured (use-overflow.ts), a frame or two after it is rendered. */
function scrollToLeft(frame: HTMLElement | null | undefined, left: number, attempts = 10): void {
  if (!frame) return;
  frame.scrollLeft = left;
  if (frame.scrollLeft < left && attempts > 0) requestAnimationFrame(() => scrollToLeft(frame, left, attempts - 1));
}

/**
 * Restores a list that Back or Forward returns to: focus, selection and scroll position of page and table. The browser restores
 * only the page's scroll position, and only if the rows are on screen by then.
 */
export function useListPosition(section: RefObject<HTMLElement | null>, hasRows: boolean) {
  const url = urlOf(usePathname(), new URLSearchParams(useSearchParams()));
  const [restored] = useState(() => (traversedUrl === url ? positions.get(url) : undefined));
  const current = useRef({ url, focusedHref: restored?.focusedHref ?? null, selectedIds: [] as readonly string[] });
  const isRestored = useRef(false);

  useEffect(() => {
    current.current.url = url;
    return () => {
      if (traversedUrl === url && currentUrl() !== url) traversedUrl = undefined;
    };
  }, [url]);
  useEffect(() => {
    const list = section.current;
    const noteFocus = ({ target }: FocusEvent) => {
      const link = target instanceof Element ? target.closest(`a[${ROW_LINK}]`) : null;
      current.current.focusedHref = link?.getAttribute("href") ?? null;
    };
    list?.addEventListener("focusin", noteFocus);
    return () => list?.removeEventListener("focusin", noteFocus);
  }, [section]);
  useBrowserLayoutEffect(() => {
    const list = section.current;
    return () => {
      // Left before its rows arrived, so what was stored before is still right.
      if (restored && !isRestored.current) return;
      const { url: leftUrl, ...state } = current.current;
      positions.delete(leftUrl);
      positions.set(leftUrl, { ...state, left: frameOf(list)?.scrollLeft ?? 0, top: window.scrollY });
      for (const oldestUrl of [...positions.keys()].slice(0, -MAX_LISTS)) positions.delete(oldestUrl);
    };
  }, [section, restored]);
  useEffect(() => {
    if (!restored || !hasRows || isRestored.current) return;
    isRestored.current = true;
    scrollToLeft(frameOf(section.current), restored.left);
    if (window.scrollY !== restored.top) window.scrollTo({ top: restored.top, behavior: "instant" });
    const links = section.current?.querySelectorAll<HTMLElement>(`a[${ROW_LINK}]`) ?? [];
    const focused = [...links].find((link) => link.getAttribute("href") === restored.focusedHref);
    // The user may have moved the focus while the rows were loading.
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  }, [restored, hasRows, section]);

  return {
    selectedIds: restored?.selectedIds,
    /** Notes the selection, for the next time the list is left. */
    keepSelected: (ids: readonly string[]) => {
      current.current.selectedIds = ids;
    },
  };
}
