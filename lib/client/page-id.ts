/**
 * Returns the request id of the current page load, which the layout writes into the HTML; undefined on the server. Client-side navigation
 * keeps the id.
 */
export const pageId = (): string | undefined =>
  typeof document === "undefined" ? undefined : document.documentElement.dataset.pageId;
