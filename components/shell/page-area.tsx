"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useTransition } from "react";
import { flushSync } from "react-dom";
import { endNavigation, onNavigationStart, type RowPreview } from "@/lib/client/navigation-start";
import { forgetPrefetchOfOpenPage } from "@/lib/client/prefetched-pages";
import { PageCoveredBySkeletonContext } from "@/lib/client/shortcuts";
import { endFailedNavigation } from "@/lib/client/workarounds/end-failed-navigation";
import { PageSkeleton } from "./shell-skeleton";

/** Time in ms that the old page stays before the skeleton covers it. */
const SKELETON_DELAY_MS = 200;

/**
 * Time in ms after the browser's leave confirmation from which the user counts as having stayed. Browsers don't report the user's answer.
 * If the user leaves, the old document stays on screen until the server responds.
 */
const LEAVE_MS = 1_000;
/** Events that show that the user stayed on the page. */
const USE_EVENTS = ["click", "keydown"] as const;

/**
 * Renders the page. While a navigation is pending, the old page stays usable; a skeleton covers it if the next page takes longer than 200
 * ms. The skeleton is no Suspense fallback, because React would show it for at least 300 ms. For a record opened from a list, the
 * skeleton contains the texts of the list's row.
 */
export function PageArea({ children }: { children: ReactNode }) {
  const { isLate, preview } = useLateNavigation();
  useFocusAfterCover(isLate);
  // Forgets the prefetch of the open page after each render. Each new path or query string renders this component.
  useEffect(forgetPrefetchOfOpenPage);
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={isLate || undefined}
      className="relative mx-auto w-full max-w-[100rem] flex-1 px-4 py-6 outline-none md:px-8"
    >
      {/* Hides the old page but keeps its state, in case the user goes back to it. */}
      <div inert={isLate} className={isLate ? "invisible" : undefined}>
        <PageCoveredBySkeletonContext value={isLate}>{children}</PageCoveredBySkeletonContext>
      </div>
      {isLate && (
        <div className="absolute inset-0 px-4 py-6 md:px-8">
          <div role="status" data-page-skeleton="" className="sticky top-27">
            <span className="sr-only">Loading…</span>
            <PageSkeleton preview={preview} />
          </div>
        </div>
      )}
    </main>
  );
}

/** Focuses the previously focused element when the cover is removed and the page stays, because browsers blur inert elements. */
function useFocusAfterCover(isCovered: boolean): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isCovered) {
      focused.current = document.activeElement;
      return;
    }
    const element = focused.current;
    focused.current = null;
    // Does nothing if the user moved the focus, for example to the sidebar.
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body)
      element.focus({ preventScroll: true });
  }, [isCovered]);
}

/** `isLate` is true while a navigation to another path has been pending for 200 ms. */
function useLateNavigation(): { isLate: boolean; preview: RowPreview | null } {
  const pathname = usePathname();
  const [isPending, startTransition] = useTransition();
  const [isLate, setIsLate] = useState(false);
  const [preview, setPreview] = useState<RowPreview | null>(null);
  /** Path from which a slow Back or Forward navigates away. `isPending` stays false during these navigations. */
  const [leftPath, setLeftPath] = useState<string>();
  /** True after the user stayed in the browser's leave confirmation, until the next navigation. */
  const [isStaying, setIsStaying] = useState(false);

  // Starts an empty transition in the same event as the navigation. React commits both together, so `isPending` ends with the navigation.
  useEffect(
    () =>
      onNavigationStart((row) => {
        setPreview(row);
        setIsStaying(false);
        startTransition(() => {});
      }),
    [],
  );
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLate(true), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
      endNavigation();
    };
  }, [isPending]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Checks repeatedly while the page is covered, because the path never changes if a redirect or link leads back to this page.
    const check = () => {
      const isLeaving = window.location.pathname !== pathname;
      setLeftPath(isLeaving ? pathname : undefined);
      if (isLeaving) timer = setTimeout(check, SKELETON_DELAY_MS);
    };
    const onPopState = () => {
      clearTimeout(timer);
      setLeftPath(undefined);
      setIsStaying(false);
      timer = setTimeout(check, SKELETON_DELAY_MS);
    };
    window.addEventListener("popstate", onPopState);
    return () => {
      window.removeEventListener("popstate", onPopState);
      clearTimeout(timer);
      setLeftPath(undefined);
    };
  }, [pathname]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stopWaiting = () => {
      clearTimeout(timer);
      for (const type of USE_EVENTS) window.removeEventListener(type, stay, true);
    };
    function stay() {
      stopWaiting();
      // Ends the failed navigation before a click reaches its link. Ending it later would also end the navigation of that click.
      flushSync(() => setIsStaying(true));
      endNavigation();
    }
    // Detects a failed navigation: if the next page can't be fetched, Next.js loads its document, and never ends the navigation if the
    // user stays.
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      stopWaiting();
      // Waits in a timer, because timers do not run before the user answers the browser's leave confirmation.
      timer = setTimeout(() => {
        if (!event.defaultPrevented) return;
        timer = setTimeout(stay, LEAVE_MS);
        for (const type of USE_EVENTS) window.addEventListener(type, stay, true);
      });
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    window.addEventListener("pagehide", stopWaiting);
    return () => {
      window.removeEventListener("beforeunload", onBeforeUnload);
      window.removeEventListener("pagehide", stopWaiting);
      stopWaiting();
    };
  }, []);
  useLayoutEffect(() => {
    // Does nothing after Back, when the URL is already that of the failed page. Runs once per navigation, so that the user is not asked
    // repeatedly.
    if (isStaying && isPending && window.location.pathname === pathname) endFailedNavigation();
  }, [isStaying, isPending, pathname]);
  if (isStaying) return { isLate: false, preview: null };
  if (leftPath === pathname) return { isLate: true, preview: null };
  return { isLate: isPending && isLate, preview };
}
