// Slow: opens pages in many ways.
/** Tests navigation within the loaded app: skeletons, prefetching, Back and Forward. */
import type { Page, Request } from "@playwright/test";
import { NAVIGATION_CASES } from "@/scripts/navigation-ways.mjs";
import { navigateInApp } from "./support/navigate";
import {
  createRequestHold,
  expect,
  rows,
  stopClock,
  test,
  waitForHydration,
  waitForNetworkQuiet,
} from "./support/test";

const USERS_PATH = "/dashboard/user-management/users";
const LONG_LIST = `${USERS_PATH}?size=50`;
const skeleton = (page: Page) => page.locator("[data-page-skeleton]");
const sidebar = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
const rowLink = (page: Page, index: number) => rows(page).nth(index).getByRole("link").first();

/**
 * Maximum time in ms that timers may delay the next page, not counting network and processor time. If React throttled the page as a
 * Suspense boundary, the delay would be 300 ms.
 */
const TIMER_BUDGET_MS = 100;

/**
 * Order of the navigations in which each one starts where the previous one ended, so that all of them share one loaded page. `via`: link to
 * click first, which is not measured. No page is shown for the second time, except where the case is to return to it.
 */
const JOURNEY: readonly { name: string; via?: string }[] = [
  { name: "link of a page" },
  { name: "row of a list" },
  { name: "Back to a list" },
  { name: "Forward to a record" },
  { name: "tab of a record" },
  { name: "breadcrumb to a list" },
  { name: "sidebar to Home" },
  { name: "sidebar to a list" },
  { name: "sidebar to tabs" },
  { name: "tab of an area", via: 'main a[href="/dashboard/event-management/events"]' },
];

test("each kind of navigation paints the next page without waiting for a timer, and without a skeleton", async ({
  page,
  as,
}) => {
  await as("owner");
  const press = (target: string) =>
    page.evaluate((pressed) => {
      if (pressed === "back") history.back();
      else if (pressed === "forward") history.forward();
      else document.querySelector<HTMLElement>(pressed)?.click();
    }, target);
  const cases = new Map(NAVIGATION_CASES.map((navigation) => [navigation.name, navigation]));
  expect(JOURNEY.map(({ name }) => name).sort()).toEqual([...cases.keys()].sort());
  await page.clock.install();
  await page.goto(cases.get("link of a page")?.start ?? "");
  await waitForHydration(page);
  for (const { name, via } of JOURNEY)
    await test.step(name, async () => {
      const { step = "", path = "", shows = "" } = cases.get(name) ?? {};
      await waitForNetworkQuiet(page);
      if (via) {
        const previousUrl = page.url();
        await press(via);
        await page.waitForURL((url) => url.href !== previousUrl);
        await waitForNetworkQuiet(page);
      }
      if (!["back", "forward"].includes(step)) await expect(page.locator(step).first()).toBeVisible();
      await stopClock(page);
      await press(step);
      const isPainted = async () =>
        new RegExp(path).test(new URL(page.url()).pathname) && (await page.locator(shows).first().isVisible());
      let elapsed = 0;
      for (await waitForNetworkQuiet(page); !(await isPainted()); await waitForNetworkQuiet(page)) {
        await page.clock.runFor(5);
        elapsed += 5;
        expect(elapsed).toBeLessThanOrEqual(TIMER_BUDGET_MS);
      }
      expect(await skeleton(page).count()).toBe(0);
      await page.clock.resume();
    });
});

test("while a record loads slowly, the list stays usable for 200 ms, then a skeleton shows the record's data from the list", async ({
  page,
  as,
}) => {
  await as("owner");
  const { held, letGo } = createRequestHold();
  await page.clock.install();
  await page.goto(USERS_PATH);
  await waitForHydration(page);
  await waitForNetworkQuiet(page);
  await page.route(/\/users\/[\da-f-]{36}\?_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  await stopClock(page);
  const name = ((await rowLink(page, 1).textContent()) ?? "").trim();
  await rowLink(page, 1).evaluate((link: HTMLElement) => link.click());
  await page.clock.runFor(150);
  await expect(skeleton(page)).toHaveCount(0);
  await rows(page).nth(2).getByRole("checkbox").check();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(skeleton(page)).toContainText(name, { timeout: 1_000 });
  }).toPass();
  await expect(rowLink(page, 1)).not.toBeVisible();
  await expect(sidebar(page, "Grants")).toBeVisible();
  letGo();
  await page.clock.resume();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(skeleton(page)).toHaveCount(0);
});

test("asks again whether to discard input when the same link is clicked again while offline", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await as("owner");
  await page.goto("/dashboard");
  await waitForHydration(page);
  await waitForNetworkQuiet(page);
  await page.evaluate(() => window.addEventListener("beforeunload", (event) => event.preventDefault()));
  await page.route(/\/transactions(\?|$)/, (route) => route.abort("internetdisconnected"));
  let questions = 0;
  page.on("dialog", (dialog) => {
    questions++;
    void dialog.dismiss();
  });
  for (const expected of [1, 2, 3]) {
    await sidebar(page, "Transactions").click();
    await expect.poll(() => questions).toBe(expected);
    await expect(page.locator("#content")).not.toHaveAttribute("aria-busy");
  }
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(skeleton(page)).toHaveCount(0);
});

test("Back restores scroll position, focus and selected rows of a list, and the horizontal scroll position of its table", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto(LONG_LIST);
  await waitForHydration(page);
  await rows(page).nth(3).getByRole("checkbox").check();
  const link = rowLink(page, 30);
  const href = await link.getAttribute("href");
  await link.focus();
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(100);
  // Turns off the browser's own scroll restoration, which works with cached rows and would hide that the app restores nothing.
  await page.evaluate(() => {
    history.scrollRestoration = "manual";
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: /^Parts of / })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(rows(page).nth(3).getByRole("checkbox")).toBeChecked();
  await expect(rowLink(page, 30)).toBeFocused();
  expect(await rowLink(page, 30).getAttribute("href")).toBe(href);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);

  // A link to the same URL opens the list at its top. No page has such a link, so the test navigates by script.
  await sidebar(page, "User Management").click();
  await expect(page).toHaveURL(/user-management$/);
  await page.evaluate((url) => Reflect.get(window, "next").router.push(url), LONG_LIST);
  await expect(page).toHaveURL(/\/users\?size=50$/);
  await expect(rowLink(page, 30)).toBeVisible();
  await waitForNetworkQuiet(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(rows(page).getByRole("checkbox", { checked: true })).toHaveCount(0);

  await page.setViewportSize({ width: 800, height: 700 });
  const frame = page.getByRole("group", { name: "Users" });
  await frame.evaluate((element) => element.scrollTo({ left: 60 }));
  expect(await frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  const left = await frame.evaluate((element) => element.scrollLeft);
  await rowLink(page, 0).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole("navigation", { name: /^Parts of / })).toBeVisible();
  await page.goBack();
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBe(left);
});

/** Returns an array that collects requests for the page of this path. */
function requestsOf(page: Page, path: string) {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request);
  });
  return requests;
}

test("a sidebar link prefetches its page on hover and on keyboard focus; of two links clicked quickly, the last one wins", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard");
  await waitForHydration(page);

  await test.step("after a hover, the click needs no further request", async () => {
    const requests = requestsOf(page, "/dashboard/wallets");
    await sidebar(page, "System Wallet").hover();
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    await waitForNetworkQuiet(page);
    const prefetched = requests.length;
    await sidebar(page, "Grants").hover();
    await sidebar(page, "System Wallet").hover();
    await waitForNetworkQuiet(page);
    await sidebar(page, "System Wallet").click();
    await expect(page).toHaveURL(/wallets$/);
    await waitForNetworkQuiet(page);
    expect(requests.length).toBe(prefetched);
  });

  await test.step("keyboard focus prefetches, and Enter opens the page", async () => {
    const requests = requestsOf(page, "/dashboard/event-management");
    await sidebar(page, "iReports").focus();
    await page.keyboard.press("Tab");
    await expect(sidebar(page, "Events")).toBeFocused();
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/event-management$/);
  });

  await test.step("the page of the last link is shown although the first one arrives later", async () => {
    const { held, letGo } = createRequestHold();
    await page.route(/\/transactions\?_rsc=/, async (route) => {
      await held;
      await route.continue();
    });
    await sidebar(page, "Transactions").click();
    await sidebar(page, "User Management").click();
    await expect(page).toHaveURL(/user-management$/);
    letGo();
    await waitForNetworkQuiet(page);
    await expect(page).toHaveURL(/user-management$/);
    await expect(page.getByRole("heading", { name: "User Management" })).toBeVisible();
    await expect(skeleton(page)).toHaveCount(0);
  });
});

test("prefetching adds no audit row for identity requests, reports or grant applications", async ({ page, as }) => {
  const token = await as("owner");
  const auditRows = async () => {
    const answer = await page.request.get("/api/v1/system-logs/audit-trails", {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()).data.items[0].id;
  };
  await page.goto("/dashboard");
  await waitForHydration(page);
  for (const path of ["/dashboard/kyc-management", "/dashboard/ireports/all", "/dashboard/grants/applications"])
    await test.step(path, async () => {
      // Moves the pointer away, because it would prefetch the row that appears below it.
      await page.mouse.move(0, 0);
      await navigateInApp(page, path);
      await expect(page.locator("table[data-live-rows]")).toBeVisible();
      await waitForNetworkQuiet(page);
      const before = await auditRows();
      for (const index of [0, 1, 2]) {
        const href = (await rowLink(page, index).getAttribute("href")) ?? "";
        const prefetch = page.waitForRequest((request) => request.url().includes(`${href.split("?")[0]}?`));
        await rowLink(page, index).hover();
        await prefetch;
      }
      await waitForNetworkQuiet(page);
      expect(await auditRows()).toBe(before);
    });
});
