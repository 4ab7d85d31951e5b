import type { useRouter } from "next/navigation";
import { isNavigating } from "./navigation-start";

type Router = Pick<ReturnType<typeof useRouter>, "prefetch">;
/** Next.js has an enum for this, but does not export it. */
type PrefetchOptions = NonNullable<Parameters<Router["prefetch"]>[1]>;

/** Paths and searches of pages that were prefetched in this tab. */
const prefetched = new Set<string>();

const keyOf = ({ pathname, search }: Pick<URL, "pathname" | "search">) => pathname + search;

/**
 * Prefetches a page of the dashboard with its data. By default, Next.js prefetches only the loading frame. Does nothing during a
 * navigation, which it would delay.
 */
export function prefetchPage(router: Router, href: string): void {
  if (isNavigating()) return;
  prefetched.add(keyOf(new URL(href, window.location.href)));
  router.prefetch(href, { kind: "full" as PrefetchOptions["kind"] });
}

/** Returns true if an error of the open page may be that of an earlier prefetch, which Next has kept. */
export const mayBePrefetched = () => prefetched.has(keyOf(window.location));
