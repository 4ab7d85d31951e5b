// Slow: requests every path of the specification, and three ids of missing records per module.
/** Checks the route table of the specification (section 2) and its guards (section 6), by status and visible content. */
import type { Page } from "@playwright/test";
import { MODULES } from "@/lib/modules";
import { navigateInApp } from "./support/navigate";
import { expect, test, waitForHydration } from "./support/test";

const DASHBOARD = "/dashboard";
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";

const USER_TABS = ["User Accounts", "User Groups"];
const EVENT_TABS = ["Events", "Categories", "Tickets"];
const REPORT_TABS = ["iReports", "Categories"];
const CONTENT_TABS = ["Announcements", "Slider"];
const CONFIG_TABS = [
  ...["FAQ", "Terms & Condition", "Privacy Policy"],
  ...["Language Configuration", "Emergency Numbers", "Notifications"],
];
const PROMOTION_TABS = ["All Promotions", "Archive"];
const RECONCILIATION_TABS = ["Exceptions", "Days", "Accounts", "Revenue heads", "Rules"];
const ROLE_TABS = ["All Admin Users", "Roles"];

/** Each path with the tabs of its page; a path without tabs has no tab wrapper. */
const EXPECTED_ROUTES: readonly [string, string[]?][] = [
  [DASHBOARD],
  [`${DASHBOARD}/kyc-management`],
  [`${DASHBOARD}/user-management`, USER_TABS],
  [`${DASHBOARD}/user-management/users`],
  [`${DASHBOARD}/user-management/user-groups`, USER_TABS],
  [`${DASHBOARD}/event-management`, EVENT_TABS],
  [`${DASHBOARD}/event-management/events`, EVENT_TABS],
  [`${DASHBOARD}/event-management/events/categories`, EVENT_TABS],
  [`${DASHBOARD}/event-management/events/tickets`, EVENT_TABS],
  [`${DASHBOARD}/ireports`, REPORT_TABS],
  [`${DASHBOARD}/ireports/all`],
  [`${DASHBOARD}/ireports/categories`, REPORT_TABS],
  [`${DASHBOARD}/transactions`, ["Overview", "Payment methods"]],
  [`${DASHBOARD}/transactions/all`],
  [`${DASHBOARD}/transactions/disputes`],
  [`${DASHBOARD}/transactions/payment-methods`, ["Overview", "Payment methods"]],
  [`${DASHBOARD}/content-management/announcements`, CONTENT_TABS],
  [`${DASHBOARD}/content-management/slider`, CONTENT_TABS],
  [`${DASHBOARD}/content-management/culture`],
  ...["faq", "terms", "privacy", "language", "emergency-numbers", "notifications"].map(
    (tab) => [`${DASHBOARD}/app-config/${tab}`, CONFIG_TABS] as [string, string[]],
  ),
  [`${DASHBOARD}/wallets`],
  [`${DASHBOARD}/wallets/reconciliation`, RECONCILIATION_TABS],
  [`${DASHBOARD}/wallets/reconciliation/revenue-heads`, RECONCILIATION_TABS],
  [`${DASHBOARD}/wallets/reconciliation/revenue-heads/report`],
  [`${DASHBOARD}/wallets/reconciliation/days`, RECONCILIATION_TABS],
  [`${DASHBOARD}/wallets/reconciliation/rules`, RECONCILIATION_TABS],
  [`${DASHBOARD}/wallets/reconciliation/accounts`, RECONCILIATION_TABS],
  [`${DASHBOARD}/promotions`, PROMOTION_TABS],
  [`${DASHBOARD}/promotions/all`, PROMOTION_TABS],
  [`${DASHBOARD}/promotions/all/archive`, PROMOTION_TABS],
  ...["", "/programmes", "/applications", "/payouts"].map(
    (tab) => [`${DASHBOARD}/grants${tab}`, ["Overview", "Programmes", "Applications", "Payouts"]] as [string, string[]],
  ),
  [`${DASHBOARD}/roles-and-permissions`, ROLE_TABS],
  [`${DASHBOARD}/roles-and-permissions/admin-users`, ROLE_TABS],
  [`${DASHBOARD}/roles-and-permissions/admin-users/roles`, ROLE_TABS],
  [`${DASHBOARD}/system-logs/user-activities`],
  [`${DASHBOARD}/system-logs/user-activities/all`],
  [`${DASHBOARD}/system-logs/audit-trails`],
  [`${DASHBOARD}/system-logs/status`],
];

/** Requests a page's HTML without following redirects. */
const requestPage = (page: Page, path: string) => page.request.get(path, { maxRedirects: 0 });
/** Marks the document, so that `isMarked` detects a full page load. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);

/** Parses a page's HTML in the browser without running its scripts. Returns its text, its headings, and the links of each tab wrapper. */
const parseHtml = (page: Page, html: string) =>
  page.evaluate((pageHtml) => {
    const { body } = new DOMParser().parseFromString(pageHtml, "text/html");
    const textOf = (element: Element) => element.textContent?.trim() ?? "";
    const wrappers = body.querySelectorAll("nav:not([aria-label=Breadcrumb], [aria-label=Main]) > ul");
    return {
      text: textOf(body),
      headings: [...body.querySelectorAll("h1")].map(textOf),
      tabWrappers: [...wrappers].map((wrapper) =>
        [...wrapper.querySelectorAll("a")].map((link) => ({
          text: textOf(link),
          path: link.getAttribute("href"),
          current: link.getAttribute("aria-current"),
        })),
      ),
    };
  }, html);

test("the HTML of each path of the specification has status 200, a heading and its tabs", async ({ page, as }) => {
  await as("viewer");
  for (const [path, tabs] of EXPECTED_ROUTES) {
    await test.step(path, async () => {
      const response = await requestPage(page, path);
      expect(response.status(), path).toBe(200);
      const { headings, tabWrappers } = await parseHtml(page, await response.text());
      expect(headings.join(), path).not.toBe("");
      if (tabs) {
        expect(
          tabWrappers[0]?.map(({ text }) => text),
          path,
        ).toEqual(tabs);
        for (const tab of tabWrappers[0] ?? []) expect(tab.current, path).toBe(tab.path === path ? "page" : null);
      } else
        for (const links of tabWrappers)
          expect(links.map(({ text }) => text).join(), path).not.toMatch(
            /Archive|Roles|Categor|User Groups|Slider|FAQ/,
          );
    });
  }
});

test("redirects paths of modules to the first page of the module", async ({ page, as }) => {
  await as("viewer");
  await page.goto(`${DASHBOARD}/promotions/all/archive`);
  await waitForHydration(page);
  await markDocument(page);
  for (const [fromPath, target] of [
    ["content-management", "content-management/announcements"],
    ["app-config", "app-config/faq"],
    ["system-logs", "system-logs/user-activities"],
    ["events/categories", "event-management/events/categories"],
    ["events/tickets", "event-management/events/tickets"],
  ]) {
    const response = await requestPage(page, `${DASHBOARD}/${fromPath}`);
    expect([response.status(), response.headers().location]).toEqual([307, `${DASHBOARD}/${target}`]);
    await navigateInApp(page, `${DASHBOARD}/${fromPath}`, `${DASHBOARD}/${target}`);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(await isMarked(page)).toBe(true);
});

test("redirects /auth to sign-in, or to the dashboard with a session", async ({ page, as, baseURL }) => {
  const redirectOf = async (path: string) => {
    const response = await requestPage(page, path);
    return [response.status(), new URL(response.headers().location ?? "", baseURL).pathname];
  };
  expect(await redirectOf("/auth")).toEqual([307, "/auth/login"]);
  await as("viewer");
  expect(await redirectOf("/auth")).toEqual([307, DASHBOARD]);
});

const forbiddenModules = MODULES.filter(
  ({ name }) => !["Dashboard", "KYC Management", "User Management"].includes(name),
);
const forbiddenPages = forbiddenModules.filter(({ slug }) => slug !== "system-logs");

test("redirects a forbidden path to the first menu item before any byte of the page is sent, and without a full page load on client-side navigation", async ({
  page,
  as,
}) => {
  await as("kyc");
  const paths = new Set([
    ...forbiddenPages.map(({ url }) => url),
    ...EXPECTED_ROUTES.map(([path]) => path).filter((path) =>
      forbiddenPages.some(({ slugs }) => path.includes(`/${slugs[0]}`)),
    ),
    `${DASHBOARD}/transactions/all/${UNKNOWN_ID}`,
    `${DASHBOARD}/wallets/settlement-float`,
    `${DASHBOARD}/wallets/no-such-account`,
    `${DASHBOARD}/grants/programmes/new`,
  ]);
  expect(paths.size).toBeGreaterThan(30);
  for (const path of paths) {
    const response = await requestPage(page, path);
    expect([path, response.status(), response.headers().location]).toEqual([path, 307, DASHBOARD]);
  }
  await page.goto(`${DASHBOARD}/kyc-management`);
  await waitForHydration(page);
  await markDocument(page);
  await navigateInApp(page, `${DASHBOARD}/transactions/all`, DASHBOARD);
  expect(await isMarked(page)).toBe(true);
});

const LOGS_PATH = `${DASHBOARD}/system-logs`;
const LOG_PATHS = ["user-activities", "user-activities/all", `user-activities/${UNKNOWN_ID}`, "audit-trails", "status"];

test("system-log pages without read right keep their URL, contain no data and show who can grant the right; API calls are refused", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("kyc")}` };
  for (const path of LOG_PATHS) {
    const response = await requestPage(page, `${LOGS_PATH}/${path}`);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    // Expects the HTML to lack an admin's name and an action that occur often in the logs.
    expect(html).not.toContain("Bassey");
    expect(html).not.toContain("auth.verify");
    const { text } = await parseHtml(page, html);
    expect(text, path).toContain("You don't have access to System Logs");
    expect(text, path).toContain("ask an admin who manages Roles & Permissions");
  }
  for (const apiPath of ["/audit-trails", "/user-activities", "/user-activities/all", "/status"])
    expect((await request.get(`/api/v1/system-logs${apiPath}`, { headers })).status(), apiPath).toBe(403);

  const calls: string[] = [];
  page.on("request", (sent) => sent.url().includes("/api/v1/system-logs") && calls.push(sent.url()));
  await page.goto(`${LOGS_PATH}/${LOG_PATHS[0]}`);
  await waitForHydration(page);
  for (const path of LOG_PATHS) {
    // The page of the first path is open already.
    if (path !== LOG_PATHS[0]) await navigateInApp(page, `${LOGS_PATH}/${path}`);
    await expect(page).toHaveURL(`${LOGS_PATH}/${path}`);
    await expect(page.getByText("You don't have access to System Logs")).toBeVisible();
    await expect(page.getByText(/ask an admin who manages Roles & Permissions/)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page.getByRole("banner").getByText("Emmanuel Ogar")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  }
  expect(calls).toEqual([]);
  await page.getByRole("link", { name: "Go To Dashboard" }).press("Enter");
  await expect(page).toHaveURL(DASHBOARD);
});

const RECORD_AREAS: readonly [string, string][] = [
  ["kyc-management", "KYC Management"],
  ["user-management/users", "User Management"],
  ["transactions/all", "Transactions"],
  ["wallets", "System Wallet"],
  ["ireports/all", "iReports"],
  ["event-management/events", "Events"],
  ["event-management/events/tickets", "Events"],
  ["content-management/announcements", "Content Management"],
  ["content-management/slider", "Content Management"],
  ["content-management/culture", "Content Management"],
  ["promotions/all", "Promotions"],
  ["grants/programmes", "Grants"],
  ["grants/applications", "Grants"],
  ["grants/payouts", "Grants"],
  ["system-logs/user-activities", "System Logs"],
  ["app-config/faq", "App Configurations"],
  ["app-config/notifications", "App Configurations"],
];
const INVALID_IDS = ["x", "null", "%F0%9F%91%BB", "..%2f", `${UNKNOWN_ID}0`, "a".repeat(500)];

test("returns 404 for unknown paths and for records that do not exist, also for malformed ids", async ({
  page,
  as,
}) => {
  await as("viewer");
  // Requests an unknown id and two malformed ids in each module.
  for (const [index, [area]] of RECORD_AREAS.entries())
    for (const id of [
      UNKNOWN_ID,
      INVALID_IDS[index % INVALID_IDS.length],
      INVALID_IDS[(index + 3) % INVALID_IDS.length],
    ])
      expect((await requestPage(page, `${DASHBOARD}/${area}/${id}`)).status(), `${area}/${id}`).toBe(404);
  for (const path of [
    "/no-such-page",
    ...["no-such-page", "system-logs/x", "kyc-management/x/y"].map((unknown) => `${DASHBOARD}/${unknown}`),
    `${DASHBOARD}/event-management/events/${UNKNOWN_ID}/check-in`,
    `${DASHBOARD}/wallets/x/closing-balances`,
  ])
    expect((await requestPage(page, path)).status(), path).toBe(404);
});

test("shows the not-found page of a missing record with a link back, also on client-side navigation without a full page load", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/404/);
  await as("viewer");
  const expectNotFound = async (moduleName: string | undefined) => {
    await expect(page.getByRole("link", { name: `Back to ${moduleName}` })).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await expect(page.getByText("We couldn't find the page you are looking for")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page.getByRole("banner").getByText("Mfon Udoh")).toBeVisible();
  };
  const moduleNames = new Map(RECORD_AREAS);
  const [firstArea, ...otherAreas] = ["app-config/faq", "kyc-management", "content-management/slider"];
  expect((await page.goto(`${DASHBOARD}/${firstArea}/${UNKNOWN_ID}`))?.status()).toBe(404);
  await expectNotFound(moduleNames.get(firstArea ?? ""));
  await waitForHydration(page);
  await markDocument(page);
  await page.getByRole("link", { name: /^Back to/ }).click();
  await expect(page).toHaveURL(`${DASHBOARD}/${firstArea}`);
  for (const area of [...otherAreas, "transactions/all"]) {
    await navigateInApp(page, `${DASHBOARD}/${area}/${UNKNOWN_ID}`);
    await expectNotFound(moduleNames.get(area));
  }
  await page.getByRole("link", { name: "Back to Transactions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});
