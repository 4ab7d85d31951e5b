import { ROW_LINK_ATTR } from "./row-link";

/** Texts of a list row: the record's title, and the next columns. */
export type RowPreview = { title: string; details: readonly string[] };

/** Path of the page that the pending navigation leaves; undefined without a pending navigation. */
let leftPath: string | undefined;

/** Returns true from the start of a navigation until it ends or the URL changes. */
export const isNavigating = () => leftPath === window.location.pathname;

const navigationListeners = new Set<(preview: RowPreview | null) => void>();

/** Calls `listener` when a navigation to another path starts. @returns a function that removes `listener` */
export function onNavigationStart(listener: (preview: RowPreview | null) => void): () => void {
  navigationListeners.add(listener);
  return () => navigationListeners.delete(listener);
}

/**
 * Notifies listeners that a navigation starts. Call it in the same event as `router.push`.
 * @param preview texts of the clicked list row, if any
 */
export function notifyNavigationStart(preview: RowPreview | null = null): void {
  leftPath = window.location.pathname;
  for (const listener of navigationListeners) listener(preview);
}

/** Marks the pending navigation as ended, also if it failed or leads back to the same page. */
export function endNavigation(): void {
  leftPath = undefined;
}

/**
 * Notifies listeners that a clicked link starts a navigation. For React's `onClick` of an element around all links: it runs in the same
 * event as Next's handler, which has cancelled the browser's own navigation by then. Ignores tabs within a page, which stays on screen.
 */
export function notifyClickedLinkNavigation(event: { target: EventTarget; defaultPrevented: boolean }): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link && event.defaultPrevented && link.pathname !== window.location.pathname)
    notifyNavigationStart(readPreview(link));
}

/** Number of columns that a preview shows after the title. */
const PREVIEWED_COLUMNS = 6;

// biome-ignore lint/performance/useDomNodeTextContent: leaves out labels that are hidden on this screen
const visibleText = (element: HTMLElement) => element.innerText.trim();

/** Reads the row on screen, so that the preview contains only what the admin may see. */
function readPreview(link: HTMLAnchorElement): RowPreview | null {
  const cells = link.hasAttribute(ROW_LINK_ATTR) ? link.closest("tr")?.cells : undefined;
  if (!cells) return null;
  const columns = [...cells].filter((cell) => !cell.contains(link)).map(visibleText);
  return { title: visibleText(link), details: columns.filter(Boolean).slice(0, PREVIEWED_COLUMNS) };
}
