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

export const useRouter = () => (hookOverrides.useRouter ?? next.useRouter)();
export const usePathname = () => (hookOverrides.usePathname ?? next.usePathname)();
export const useSearchParams = () => (hookOverrides.useSearchParams ?? next.useSearchParams)();
