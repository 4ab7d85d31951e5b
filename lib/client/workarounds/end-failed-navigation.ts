/**
 * Ends a navigation of the Next.js router (16.4.6) that the user cancelled. If a page can't be fetched, the router loads its document
 * and remembers the address (`pendingMpaPath` in its `app-router.js`). If the user then stays in the browser's question, it never
 * requests this address again: a second click on the same link leaves the navigation pending forever. The router only forgets the
 * address when the browser restores the page from its back/forward cache, so this dispatches that event. It also renders the open
 * page again from the router's cache. Has no effect on a page that the router did not render.
 *
 * Call it only while the address is that of the page on screen: the router opens the address. `e2e/navigation.spec.ts` fails without
 * it. Delete it when the router asks again after the user stayed.
 */
export function endFailedNavigation(): void {
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
