const listeners = new Set<() => void>();

/** Calls `listener` when a navigation to another path starts. @returns a function that stops this */
export function onNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports a navigation. Call it in the same event as `router.push`. */
export function reportNavigation(): void {
  for (const listener of listeners) listener();
}

/**
 * Reports the navigation of a clicked link. For React's `onClick` of an element around all links: it runs in the same event as
 * Next's handler, which has cancelled the browser's own navigation by then. Tabs within a page keep the page on screen.
 */
export function reportClickedLink(event: { target: EventTarget; defaultPrevented: boolean }): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link && event.defaultPrevented && link.pathname !== window.location.pathname) reportNavigation();
}
