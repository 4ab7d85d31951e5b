/**
 * Replaces "next/navigation" in component tests through an alias in vitest.config.mjs. Mocking the module per file would make
 * every file reload all its modules.
 */
import * as next from "next/dist/client/components/navigation";

export const { notFound, redirect, unstable_rethrow, useParams, useSelectedLayoutSegment } = next;

type Hooks = {
  useRouter?: () => object;
  usePathname?: () => string;
  useSearchParams?: () => URLSearchParams;
};
let hooks: Hooks = {};

/** Sets path, search params and router for the components of a test file. Omitted hooks are Next's own. */
export const navigateBy = (given: Hooks) => {
  hooks = given;
};

export const useRouter = () => (hooks.useRouter ?? next.useRouter)();
export const usePathname = () => (hooks.usePathname ?? next.usePathname)();
export const useSearchParams = () => (hooks.useSearchParams ?? next.useSearchParams)();
