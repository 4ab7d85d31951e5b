import type { useRouter } from "next/navigation";
import { isNavigating } from "./navigation-start";

type Router = Pick<ReturnType<typeof useRouter>, "prefetch">;
/** Next.js has an enum for this, but does not export it. */
type PrefetchOptions = NonNullable<Parameters<Router["prefetch"]>[1]>;

/** Time in ms that Next.js keeps a prefetched page. */
const KEPT_MS = 300_000;

/** Times in ms at which pages were prefetched, by path and search. Without those that have been shown since. */
const prefetchedAt = new Map<string, number>();

const pageKey = ({ pathname, search }: Pick<URL, "pathname" | "search">) => pathname + search;

/**
 * Prefetches a page of the dashboard with its data. By default, Next.js prefetches only the loading frame. Does nothing during a
 * navigation, which it would delay.
 */
export function prefetchPage(router: Router, href: string): void {
  if (isNavigating()) return;
  const now = Date.now();
  for (const [key, time] of prefetchedAt) if (now - time >= KEPT_MS) prefetchedAt.delete(key);
  prefetchedAt.set(pageKey(new URL(href, window.location.href)), now);
  router.prefetch(href, { kind: "full" as PrefetchOptions["kind"] });
}

/** Notes that the open page is on screen. A later error is not that of its prefetch, and the user may have typed something. */
export const notePageShown = () => void prefetchedAt.delete(pageKey(window.location));

/**
 * Returns true if the error with which a page opens may be that of an earlier prefetch, which Next.js has kept, so that a reload may
 * help. Call it before the next `notePageShown`. A reload can't cause another one, because it forgets what was prefetched.
 */
export function mayBeFailedPrefetch(): boolean {
  const time = prefetchedAt.get(pageKey(window.location));
  return time !== undefined && Date.now() - time < KEPT_MS && navigator.onLine;
}
