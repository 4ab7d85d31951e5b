import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A part of a page that is fetched when it is first shown, such as a dialog. Show it within a `Suspense`. `preload` fetches it
 * ahead: for the pointer over what opens it, and for its focus. A fetch that fails ahead says nothing; the next one is tried
 * when the part is shown.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  // biome-ignore lint/suspicious/noExplicitAny: the part's own properties are kept by the cast below
): LazyExoticComponent<Module[Name] extends ComponentType<any> ? Module[Name] : never> & { preload: () => void } {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const part = lazy(() => load().then((module) => ({ default: module[name] as ComponentType<any> })));
  return Object.assign(part as never, { preload: () => void load().catch(() => {}) });
}
