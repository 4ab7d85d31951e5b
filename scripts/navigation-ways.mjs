// @ts-check
// Ten navigations from one page to another, for the benchmark and for e2e/navigation.spec.ts.

/**
 * `start`: path of the page; `before`: steps that lead from it to the page where the measured step begins; `step`: what is
 * pressed, a selector of a link, "back" or "forward"; `path`: path of the next page, as a pattern; `shows`: a selector of its
 * main content.
 * @typedef {{ name: string, start: string, before?: string[], step: string, path: string, shows: string }} Way
 */

/** Returns a selector of a table's loaded rows. Skeleton rows are hidden from screen readers, so they don't match. */
const loadedRowSelector = (/** @type {string} */ label) =>
  `main [aria-label="${label}"] tbody tr :is(td, th):not(:has([aria-hidden].animate-pulse))`;
const sidebarLink = (/** @type {string} */ path) => `nav[aria-label=Main] a[href="/dashboard/${path}"]`;
const mainLink = (/** @type {string} */ path) => `main a[href="/dashboard/${path}"]`;

const USERS = "user-management/users";
const FIRST_ROW_LINK = "main tbody tr a[data-row-link]";
const USER_TABS_SELECTOR = "main nav[aria-label^='Parts of']";

/** @type {Way[]} */
export const NAVIGATION_WAYS = [
  toWay(
    "sidebar to a list",
    "",
    sidebarLink("kyc-management?state=pending,in_review"),
    "/kyc-management$",
    loadedRowSelector("Identity requests"),
  ),
  toWay("sidebar to Home", USERS, 'nav[aria-label=Main] a[href="/dashboard"]', "/dashboard$", "main h2 + p"),
  toWay("sidebar to tabs", USERS, sidebarLink("event-management"), "/event-management$", "main h2"),
  toWay(
    "tab of an area",
    "event-management/events",
    mainLink("event-management/events/tickets"),
    "/tickets$",
    loadedRowSelector("Tickets"),
  ),
  toWay("tab of a record", USERS, 'main a[href$="?tab=wallet"]', "/users/[^/]+$", "main [aria-label^='Statement of']", [
    FIRST_ROW_LINK,
  ]),
  toWay("row of a list", USERS, FIRST_ROW_LINK, "/users/[^/]+$", USER_TABS_SELECTOR),
  toWay("Back to a list", USERS, "back", "/users$", loadedRowSelector("Users"), [FIRST_ROW_LINK]),
  toWay("Forward to a record", USERS, "forward", "/users/[^/]+$", USER_TABS_SELECTOR, [FIRST_ROW_LINK, "back"]),
  toWay(
    "breadcrumb to a list",
    USERS,
    `main nav[aria-label=Breadcrumb] ${`a[href="/dashboard/${USERS}"]`}`,
    "/users$",
    loadedRowSelector("Users"),
    [FIRST_ROW_LINK],
  ),
  toWay("link of a page", "user-management", mainLink(USERS), "/users$", loadedRowSelector("Users")),
];

/** @param {string} name @param {string} start @param {string} step @param {string} path @param {string} shows @param {string[]} [before] */
function toWay(name, start, step, path, shows, before) {
  return { name, start: `/dashboard${start && `/${start}`}`, step, path, shows, before };
}

/** Navigation of the empty app to a page that the server renders; for comparison. @type {Way} */
export const REFERENCE_WAY = { name: "reference", start: "/from", step: "a", path: "/to$", shows: "h1" };
