import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Type bound of React's `lazy`. The component keeps its prop types, so callers never see this `any`. */
// biome-ignore lint/suspicious/noExplicitAny: React's own type
type AnyComponent = ComponentType<any>;

/**
 * Wraps a component that loads when first rendered, such as a dialog. Render it within `Suspense`. Call `preload` on hover and
 * focus of the button that opens it. A failed preload is ignored; rendering tries again.
 */
export function lazyWithPreload<Module extends Record<Name, AnyComponent>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> & { preload: () => void } {
  const component = lazy(() => load().then((module) => ({ default: module[name] })));
  return Object.assign(component, { preload: () => void load().catch(() => {}) });
}
