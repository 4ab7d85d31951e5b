/**
 * Stands for "next/navigation" in the component tests, by an alias of vitest.config.mjs: a module that is replaced for one
 * file would have every file load all of its modules again.
 */
import * as next from "next/dist/client/components/navigation";

export const { notFound, redirect, unstable_rethrow, useParams, useSelectedLayoutSegment } = next;

type Hooks = {
  useRouter?: () => object;
  usePathname?: () => string;
  useSearchParams?: () => URLSearchParams;
};
let hooks: Hooks = {};

/** Where the components of this test file are, and how they leave. What is not given is Next's own, outside of an app. */
export const navigateBy = (given: Hooks) => {
  hooks = given;
};

export const useRouter = () => (hooks.useRouter ?? next.useRouter)();
export const usePathname = () => (hooks.usePathname ?? next.usePathname)();
export const useSearchParams = () => (hooks.useSearchParams ?? next.useSearchParams)();
