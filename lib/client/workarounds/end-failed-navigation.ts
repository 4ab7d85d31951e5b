/**
 * Ends a navigation of the Next.js router (16.4.6) that the user cancelled. If a page can't be fetched, the router loads its document
 * and remembers the URL (`pendingMpaPath` in its `app-router.js`). If the user then stays on the page in the browser's dialog, the
 * router never requests this URL again: a second click on the same link leaves the navigation pending forever. The router only
 * forgets the URL when the browser restores the page from its back/forward cache, so this dispatches that event. The event also
 * renders the open page again from the router's cache. Has no effect on a page that the router did not render.
 *
 * Call it only while the address bar shows the URL of the page on screen, because the router opens that URL.
 * `e2e/navigation.spec.ts` fails without it. Delete it when the router requests the URL again after the user stayed on the page.
 */
export function endFailedNavigation(): void {
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
