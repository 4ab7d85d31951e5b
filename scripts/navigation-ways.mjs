// @ts-check
// Ten navigations between pages, measured by `npm run bench:pages` and tested by e2e/navigation.spec.ts.

/**
 * A navigation to measure. `start`: path of the first page; `before`: steps from there that are not measured; `step`: the measured
 * step, which is a link's selector, "back" or "forward"; `path`: regular expression of the next page's path; `shows`: selector of its
 * main content.
 * @typedef {{ name: string, start: string, before?: string[], step: string, path: string, shows: string }} NavigationCase
 */

/** Returns a selector of a table's loaded rows. Skeleton rows are hidden from screen readers, so they don't match. */
const loadedRowSelector = (/** @type {string} */ label) =>
  `main [aria-label="${label}"] tbody tr :is(td, th):not(:has([aria-hidden].animate-pulse))`;
const sidebarLink = (/** @type {string} */ path) => `nav[aria-label=Main] a[href="/dashboard/${path}"]`;
const mainLink = (/** @type {string} */ path) => `main a[href="/dashboard/${path}"]`;

const USERS = "user-management/users";
const FIRST_ROW_LINK = "main tbody tr a[data-row-link]";
const USER_TABS_SELECTOR = "main nav[aria-label^='Parts of']";

/** @type {NavigationCase[]} */
export const NAVIGATION_CASES = [
  toCase(
    "sidebar to a list",
    "",
    sidebarLink("kyc-management?state=pending,in_review"),
    "/kyc-management$",
    loadedRowSelector("Identity requests"),
  ),
  toCase("sidebar to Home", USERS, 'nav[aria-label=Main] a[href="/dashboard"]', "/dashboard$", "main h2 + p"),
  toCase("sidebar to tabs", USERS, sidebarLink("event-management"), "/event-management$", "main h2"),
  toCase(
    "tab of an area",
    "event-management/events",
    mainLink("event-management/events/tickets"),
    "/tickets$",
    loadedRowSelector("Tickets"),
  ),
  toCase(
    "tab of a record",
    USERS,
    'main a[href$="?tab=wallet"]',
    "/users/[^/]+$",
    "main [aria-label^='Statement of']",
    [FIRST_ROW_LINK],
  ),
  toCase("row of a list", USERS, FIRST_ROW_LINK, "/users/[^/]+$", USER_TABS_SELECTOR),
  toCase("Back to a list", USERS, "back", "/users$", loadedRowSelector("Users"), [FIRST_ROW_LINK]),
  toCase("Forward to a record", USERS, "forward", "/users/[^/]+$", USER_TABS_SELECTOR, [FIRST_ROW_LINK, "back"]),
  toCase(
    "breadcrumb to a list",
    USERS,
    `main nav[aria-label=Breadcrumb] ${`a[href="/dashboard/${USERS}"]`}`,
    "/users$",
    loadedRowSelector("Users"),
    [FIRST_ROW_LINK],
  ),
  toCase("link of a page", "user-management", mainLink(USERS), "/users$", loadedRowSelector("Users")),
];

/** Returns a navigation whose `start` is below /dashboard. @param {string} name @param {string} start @param {string} step @param {string} path @param {string} shows @param {string[]} [before] */
function toCase(name, start, step, path, shows, before) {
  return { name, start: `/dashboard${start && `/${start}`}`, step, path, shows, before };
}

/** Navigation between two pages of the empty app. The benchmark reports all other navigations as multiples of its time. @type {NavigationCase} */
export const REFERENCE_NAVIGATION = { name: "reference", start: "/from", step: "a", path: "/to$", shows: "h1" };
