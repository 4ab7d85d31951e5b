import { type ComponentType, type LazyExoticComponent, lazy } from "react";

// biome-ignore lint/suspicious/noExplicitAny: whatever properties it has are kept
type Part = ComponentType<any>;

/**
 * A part of a page that is fetched when it is first shown, such as a dialog. Show it within a `Suspense`. `preload` fetches it
 * ahead: for the pointer over what opens it, and for its focus. A fetch that fails ahead says nothing; the next one is tried
 * when the part is shown.
 */
export function lazyPart<Module extends Record<Name, Part>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> & { preload: () => void } {
  const part = lazy(() => load().then((module) => ({ default: module[name] })));
  return Object.assign(part, { preload: () => void load().catch(() => {}) });
}
