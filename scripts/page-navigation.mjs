// @ts-check
// Measures warm navigation: clicks links of an open page, and takes the time until the next page's content is painted.
import { setTimeout as delay } from "node:timers/promises";

/**
 * `start`: path of the page; `before`: steps that lead from it to the page where the measured step begins; `step`: what is
 * pressed, a selector of a link, "back" or "forward"; `path`: path of the next page, as a pattern; `shows`: a selector of its
 * main content.
 * @typedef {{ name: string, start: string, before?: string[], step: string, path: string, shows: string }} Way
 * `painted`: ms from the press until the content is on the screen; `skeleton`: true if a skeleton was shown in between.
 * @typedef {{ painted: number, skeleton: boolean }} Navigation
 */

/** A loaded row of a table. Skeleton rows are hidden from screen readers, so they don't match. */
const rowsOf = (/** @type {string} */ label) =>
  `main [aria-label="${label}"] tbody tr :is(td, th):not(:has([aria-hidden].animate-pulse))`;
const sidebarLink = (/** @type {string} */ path) => `nav[aria-label=Main] a[href="/dashboard/${path}"]`;
const mainLink = (/** @type {string} */ path) => `main a[href="/dashboard/${path}"]`;

const USERS = "user-management/users";
const FIRST_ROW = "main tbody tr a[data-row-link]";
const USER = "main nav[aria-label^='Parts of']";

/** @type {Way[]} */
export const WAYS = [
  way(
    "sidebar to a list",
    "",
    sidebarLink("kyc-management?state=pending,in_review"),
    "/kyc-management$",
    rowsOf("Identity requests"),
  ),
  way("sidebar to Home", USERS, 'nav[aria-label=Main] a[href="/dashboard"]', "/dashboard$", "main h2 + p"),
  way("sidebar to tabs", USERS, sidebarLink("event-management"), "/event-management$", "main h2"),
  way(
    "tab of an area",
    "event-management/events",
    mainLink("event-management/events/tickets"),
    "/tickets$",
    rowsOf("Tickets"),
  ),
  way("tab of a record", USERS, 'main a[href$="?tab=wallet"]', "/users/[^/]+$", "main [aria-label^='Statement of']", [
    FIRST_ROW,
  ]),
  way("row of a list", USERS, FIRST_ROW, "/users/[^/]+$", USER),
  way("Back to a list", USERS, "back", "/users$", rowsOf("Users"), [FIRST_ROW]),
  way("Forward to a record", USERS, "forward", "/users/[^/]+$", USER, [FIRST_ROW, "back"]),
  way(
    "breadcrumb to a list",
    USERS,
    `main nav[aria-label=Breadcrumb] ${`a[href="/dashboard/${USERS}"]`}`,
    "/users$",
    rowsOf("Users"),
    [FIRST_ROW],
  ),
  way("link of a page", "user-management", mainLink(USERS), "/users$", rowsOf("Users")),
];

/** @param {string} name @param {string} start @param {string} step @param {string} path @param {string} shows @param {string[]} [before] */
function way(name, start, step, path, shows, before) {
  return { name, start: `/dashboard${start && `/${start}`}`, step, path, shows, before };
}

/**
 * Navigates the way once to load its code, and then measures it.
 * @param {import("@playwright/test").Page} page @param {string} url of the server @param {Way} way @param {number} times
 * @returns {Promise<Navigation[]>} @throws if the content is not shown within 20 s
 */
export async function measureWay(page, url, way, times) {
  const navigations = [];
  for (let turn = 0; turn <= times; turn++) {
    await page.goto(url + way.start);
    await page.waitForFunction(() => "__NA" in (window.history.state ?? {}));
    await delay(500);
    for (const step of way.before ?? []) {
      const before = page.url();
      await page.evaluate(press, step);
      await page.waitForURL((next) => next.href !== before);
      await delay(300);
    }
    // A link that is about to be used is there, although its page may be loading parts.
    if (!["back", "forward"].includes(way.step)) await page.waitForSelector(way.step);
    const navigation = await page.evaluate(measurePress, { ...way, press: press.toString() });
    if (turn > 0) navigations.push(navigation);
  }
  return navigations;
}

/** Runs in the page. @param {string} step */
function press(step) {
  const link = step === "back" || step === "forward" ? null : document.querySelector(step);
  if (step === "back") history.back();
  else if (step === "forward") history.forward();
  else if (link instanceof HTMLElement) link.click();
}

/** Runs in the page. @param {Way & { press: string }} way @returns {Promise<Navigation>} */
function measurePress({ step, path, shows, press }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let skeleton = false;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve({ painted: performance.now() - started, skeleton });
    const check = () => {
      skeleton ||= document.querySelector("main [data-page-skeleton]") !== null;
      const content = document.querySelector(shows);
      if (new RegExp(path).test(location.pathname) && content?.checkVisibility()) channel.port2.postMessage(null);
      else if (performance.now() - started > 20_000)
        reject(new Error(`${step} did not lead to ${path} with ${shows}.`));
      else requestAnimationFrame(check);
    };
    new Function(`return ${press}`)()(step);
    requestAnimationFrame(check);
  });
}
