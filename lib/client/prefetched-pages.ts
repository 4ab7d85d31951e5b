import type { useRouter } from "next/navigation";
import { isNavigating } from "./navigation-start";

type Router = Pick<ReturnType<typeof useRouter>, "prefetch">;
/** Options of `router.prefetch`. Derived, because Next.js does not export the enum of prefetch kinds. */
type PrefetchOptions = NonNullable<Parameters<Router["prefetch"]>[1]>;

/** Time in ms that Next.js keeps a prefetched page. */
const KEPT_MS = 300_000;

/** Times in ms at which pages were prefetched, by path and search. Excludes pages that have been shown since. */
const prefetchedAt = new Map<string, number>();

const pageKey = ({ pathname, search }: Pick<URL, "pathname" | "search">) => pathname + search;

/**
 * Prefetches a page of the dashboard with its data. By default, Next.js prefetches only the loading frame. Does nothing during a
 * navigation, which a prefetch would delay.
 */
export function prefetchPage(router: Router, href: string): void {
  if (isNavigating()) return;
  const now = Date.now();
  for (const [key, time] of prefetchedAt) if (now - time >= KEPT_MS) prefetchedAt.delete(key);
  prefetchedAt.set(pageKey(new URL(href, window.location.href)), now);
  router.prefetch(href, { kind: "full" as PrefetchOptions["kind"] });
}

/** Records that the open page was shown. A later error can't come from the prefetch and must cause no reload, which could lose typed text. */
export const forgetPrefetchOfOpenPage = () => void prefetchedAt.delete(pageKey(window.location));

/**
 * Returns true if a page's error may come from a failed prefetch that Next.js has kept, so that a reload may help. Call it before the next
 * `forgetPrefetchOfOpenPage`. A reload also clears the recorded prefetches, so it can't cause another reload.
 */
export function mayErrorComeFromPrefetch(): boolean {
  const time = prefetchedAt.get(pageKey(window.location));
  return time !== undefined && Date.now() - time < KEPT_MS && navigator.onLine;
}
