/**
 * Replaces "next/navigation" in component tests through an alias in vitest.config.mjs. A mock in each file would reload
 * all modules for every file.
 */
import * as next from "next/dist/client/components/navigation";

export const { notFound, redirect, unstable_rethrow, useParams, useSelectedLayoutSegment } = next;

type NavigationHooks = {
  useRouter?: () => object;
  usePathname?: () => string;
  useSearchParams?: () => URLSearchParams;
};
let hookOverrides: NavigationHooks = {};

/** Sets path, search params and router for the components of a test file. Omitted hooks keep Next.js's behaviour. */
export const setNavigationHooks = (newHooks: NavigationHooks) => {
  hookOverrides = newHooks;
};

/** Stands in for Next.js's `useRouter`: returns the router that the test has set. */
export const useRouter = () => (hookOverrides.useRouter ?? next.useRouter)();
/** Stands in for Next.js's `usePathname`: returns the path that the test has set. */
export const usePathname = () => (hookOverrides.usePathname ?? next.usePathname)();
/** Stands in for Next.js's `useSearchParams`: returns the search params that the test has set. */
export const useSearchParams = () => (hookOverrides.useSearchParams ?? next.useSearchParams)();
