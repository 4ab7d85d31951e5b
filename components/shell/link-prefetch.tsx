"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { prefetchPage } from "@/lib/client/prefetched-pages";
import { ROW_LINK_ATTR } from "@/lib/client/row-link";

/** Time in ms that the pointer or focus must stay on a link before its page is prefetched. */
const INTENT_MS = 60;
/** Limit of prefetches within `PREFETCH_WINDOW_MS`, for a pointer that moves over many links. */
const MAX_PREFETCHES = 10;
const PREFETCH_WINDOW_MS = 10_000;

/** Network Information API, which only Chromium supports and TypeScript's DOM types lack. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string };

/** Returns true if the browser is offline or saves data, or if a prefetch would delay what the user requested. */
function isLineSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return !navigator.onLine || !!connection?.saveData || /2g/.test(connection?.effectiveType ?? "");
}

/** Returns the link that a click on the target would open: an enclosing link, or that of the table row. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  return (
    target.closest<HTMLAnchorElement>("a[href]") ??
    target.closest("tbody tr")?.querySelector<HTMLAnchorElement>(`a[${ROW_LINK_ATTR}]`) ??
    null
  );
}

/**
 * Returns true for a link to another page of the dashboard in this tab. A row's link is excluded if it opens a drawer on the same
 * page.
 */
function leadsToPage(link: HTMLAnchorElement): boolean {
  const { origin, pathname, search, target, href } = link;
  const { location } = window;
  const isDashboard = origin === location.origin && /^\/dashboard(\/|$)/.test(pathname);
  const isSamePage = pathname === location.pathname && (search === location.search || link.hasAttribute(ROW_LINK_ATTR));
  return isDashboard && !target && !isSamePage && !!href;
}

/**
 * Prefetches the page of a link under the pointer or with focus, with its data, so that a click shows it immediately. Next.js keeps a page
 * for five minutes. The page refetches data that is older than 5 s (hydrated.tsx). Prefetches add no view to the audit trail, because the
 * browser requests documents and photos only on the open page.
 */
export function LinkPrefetch() {
  const router = useRouter();
  useEffect(() => {
    const controller = new AbortController();
    let near: HTMLAnchorElement | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const times: number[] = [];
    const prefetch = (link: HTMLAnchorElement) => {
      const windowStart = Date.now() - PREFETCH_WINDOW_MS;
      while (times[0] !== undefined && times[0] < windowStart) times.shift();
      if (times.length >= MAX_PREFETCHES || isLineSlow() || !link.isConnected || !leadsToPage(link)) return;
      times.push(Date.now());
      prefetchPage(router, link.href);
    };
    const approach = (event: Event) => {
      // Skips touches, because a tap requests the page itself.
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      const link = linkAt(event.target);
      if (link === near) return;
      clearTimeout(timer);
      near = link;
      if (link) timer = setTimeout(prefetch, INTENT_MS, link);
    };
    const leave = () => {
      clearTimeout(timer);
      near = null;
    };
    const options = { signal: controller.signal, passive: true };
    for (const type of ["pointerover", "focusin"]) document.addEventListener(type, approach, options);
    // Cancels the prefetch on a click, because the click requests the page itself.
    for (const type of ["click", "focusout", "pointercancel"]) document.addEventListener(type, leave, options);
    return () => {
      leave();
      controller.abort();
    };
  }, [router]);
  return null;
}
