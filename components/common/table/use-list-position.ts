"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ROW_LINK_ATTR } from "@/lib/client/row-link";

type ListPosition = {
  url: string;
  /** URL of the row that had the focus. */
  focusedHref: string | null;
  selectedIds: readonly string[];
  /** Scroll positions in pixels: `left` of the table's frame, `top` of the page. */
  left: number;
  top: number;
};

const MAX_POSITIONS = 50;
/** Positions of lists that the user has left, by key of their history entry. The oldest are dropped. */
const listPositions = new Map<string, ListPosition>();

/** Returns the key of the current history entry. Back and Forward return to the same key. Undefined in a browser without `navigation`. */
const entryKey = () => (typeof window === "undefined" ? undefined : window.navigation?.currentEntry?.key);

/**
 * Returns the position stored for the list in the current history entry. After a click on a link, React renders the list before the
 * new history entry exists. The key is then that of the previous page, so the URLs are compared too.
 */
function positionOf(url: string): ListPosition | undefined {
  const position = listPositions.get(entryKey() ?? "");
  return position?.url === url ? position : undefined;
}

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
const tableFrame = (section: HTMLElement | null) => section?.querySelector("table")?.parentElement;

/** Scrolls a table horizontally. Retries, because the frame can't scroll until its overflow has been measured (use-overflow.ts). */
function scrollToLeft(frame: HTMLElement | null | undefined, left: number, attempts = 10): void {
  if (!frame) return;
  frame.scrollLeft = left;
  if (frame.scrollLeft < left && attempts > 0) requestAnimationFrame(() => scrollToLeft(frame, left, attempts - 1));
}

/**
 * Restores a list on Back and Forward: focus, selection and scroll position of page and table. The browser restores only the page's
 * scroll position, and only if the rows are on screen by then.
 */
export function useRestoreListPosition(section: RefObject<HTMLElement | null>, isLoaded: boolean) {
  const url = `${usePathname()}?${useSearchParams()}`;
  const [restored] = useState(() => positionOf(url));
  const current = useRef({ focusedHref: restored?.focusedHref ?? null, selectedIds: [] as readonly string[] });
  const isRestored = useRef(false);

  useEffect(() => {
    const list = section.current;
    const noteFocus = ({ target }: FocusEvent) => {
      const link = target instanceof Element ? target.closest(`a[${ROW_LINK_ATTR}]`) : null;
      current.current.focusedHref = link?.getAttribute("href") ?? null;
    };
    list?.addEventListener("focusin", noteFocus);
    return () => list?.removeEventListener("focusin", noteFocus);
  }, [section]);
  useBrowserLayoutEffect(() => {
    const list = section.current;
    const key = entryKey();
    // Records the position at each scroll event, because the page may already be shorter when the list is left. Ignores scrolling
    // after the history entry has changed: on a slow Back, the browser scrolls the old rows to the position of the next page.
    let top = window.scrollY;
    const noteTop = () => {
      if (entryKey() === key) top = window.scrollY;
    };
    window.addEventListener("scroll", noteTop, { passive: true });
    return () => {
      window.removeEventListener("scroll", noteTop);
      // Keeps the position stored earlier if the user left the list before its rows had loaded.
      if (!key || (restored && !isRestored.current)) return;
      listPositions.delete(key);
      listPositions.set(key, { url, ...current.current, left: tableFrame(list)?.scrollLeft ?? 0, top });
      for (const oldestKey of [...listPositions.keys()].slice(0, -MAX_POSITIONS)) listPositions.delete(oldestKey);
    };
  }, [section, restored, url]);
  useEffect(() => {
    if (!restored || isRestored.current) return;
    // Detects that the user has opened another page, filter or order of the list before its rows arrived.
    const isOtherList = url !== restored.url;
    if (!isLoaded && !isOtherList) return;
    isRestored.current = true;
    if (isOtherList) return;
    scrollToLeft(tableFrame(section.current), restored.left);
    if (window.scrollY !== restored.top) window.scrollTo({ top: restored.top, behavior: "instant" });
    const links = section.current?.querySelectorAll<HTMLElement>(`a[${ROW_LINK_ATTR}]`) ?? [];
    const focused = [...links].find((link) => link.getAttribute("href") === restored.focusedHref);
    // Leaves the focus where the user has moved it while the rows were loading.
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  }, [restored, isLoaded, url, section]);

  return {
    selectedIds: restored?.selectedIds,
    /** Remembers the selection. It is stored when the user leaves the list. */
    keepSelected: (ids: readonly string[]) => {
      current.current.selectedIds = ids;
    },
  };
}
