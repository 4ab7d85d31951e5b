// Slow: opens every path of the specification.
/** Checks the route table of the specification (section 2) and its guards (section 6), by status and visible content. */
import type { Page } from "@playwright/test";
import { MODULES } from "@/lib/modules";
import { expect, listening, test } from "./support/test";

const D = "/dashboard";
const NOBODY = "00000000-0000-7000-8000-000000000000";

const USERS = ["User Accounts", "User Groups"];
const EVENTS = ["Events", "Categories", "Tickets"];
const REPORTS = ["iReports", "Categories"];
const CONTENT = ["Announcements", "Slider"];
const CONFIG = [
  ...["FAQ", "Terms & Condition", "Privacy Policy"],
  ...["Language Configuration", "Emergency Numbers", "Notifications"],
];
const PROMOTIONS = ["All Promotions", "Archive"];
const ROLES = ["All Admin Users", "Roles"];

/** Path and the tabs around it; without tabs, the page is shown without the tab wrapper. */
const TABLE: readonly [string, string[]?][] = [
  [D],
  [`${D}/kyc-management`],
  [`${D}/user-management`, USERS],
  [`${D}/user-management/users`],
  [`${D}/user-management/user-groups`, USERS],
  [`${D}/event-management`, EVENTS],
  [`${D}/event-management/events`, EVENTS],
  [`${D}/event-management/events/categories`, EVENTS],
  [`${D}/event-management/events/tickets`, EVENTS],
  [`${D}/ireports`, REPORTS],
  [`${D}/ireports/all`],
  [`${D}/ireports/categories`, REPORTS],
  [`${D}/transactions`, ["Overview", "Payment methods"]],
  [`${D}/transactions/all`],
  [`${D}/transactions/payment-methods`, ["Overview", "Payment methods"]],
  [`${D}/content-management/announcements`, CONTENT],
  [`${D}/content-management/slider`, CONTENT],
  [`${D}/content-management/culture`],
  ...["faq", "terms", "privacy", "language", "emergency-numbers", "notifications"].map(
    (tab) => [`${D}/app-config/${tab}`, CONFIG] as [string, string[]],
  ),
  [`${D}/wallets`],
  [`${D}/promotions`, PROMOTIONS],
  [`${D}/promotions/all`, PROMOTIONS],
  [`${D}/promotions/all/archive`, PROMOTIONS],
  ...["", "/programmes", "/applications", "/payouts"].map(
    (tab) => [`${D}/grants${tab}`, ["Overview", "Programmes", "Applications", "Payouts"]] as [string, string[]],
  ),
  [`${D}/roles-and-permissions`, ROLES],
  [`${D}/roles-and-permissions/admin-users`, ROLES],
  [`${D}/roles-and-permissions/admin-users/roles`, ROLES],
  [`${D}/system-logs/user-activities`],
  [`${D}/system-logs/user-activities/all`],
  [`${D}/system-logs/audit-trails`],
];

/** Requests a path like a browser's document, without following redirects. */
const answer = (page: Page, path: string) => page.request.get(path, { maxRedirects: 0 });
const goSoftly = (page: Page, path: string) =>
  page.evaluate(
    (to) => (window as unknown as { next: { router: { push: (path: string) => void } } }).next.router.push(to),
    path,
  );

test.describe("the route table", () => {
  test("each path answers 200, with its tabs or without", async ({ page, as }) => {
    test.setTimeout(240_000);
    await as("viewer");
    for (const [path, tabs] of TABLE) {
      await test.step(path, async () => {
        const got = await page.goto(path);
        expect([got?.status(), got?.request().redirectedFrom() ?? null], path).toEqual([200, null]);
        await expect(page).toHaveURL(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const wrapper = page.getByRole("main").locator("nav:not([aria-label=Breadcrumb]) > ul");
        if (tabs) {
          await expect(wrapper.first().getByRole("link")).toHaveText(tabs);
          const own = wrapper.first().locator(`a[href="${path}"]`);
          if (await own.count()) await expect(own).toHaveAttribute("aria-current", "page");
        } else await expect(wrapper.filter({ hasText: /Archive|Roles|Categor|User Groups|Slider|FAQ/ })).toHaveCount(0);
      });
    }
  });

  test("paths of areas redirect to their first page", async ({ page, as }) => {
    await as("viewer");
    for (const [from, to] of [
      ["content-management", "content-management/announcements"],
      ["app-config", "app-config/faq"],
      ["system-logs", "system-logs/user-activities"],
      ["events/categories", "event-management/events/categories"],
      ["events/tickets", "event-management/events/tickets"],
    ]) {
      const { status, headers } = await answer(page, `${D}/${from}`).then((got) => ({
        status: got.status(),
        headers: got.headers(),
      }));
      expect([status, headers.location]).toEqual([307, `${D}/${to}`]);
      await page.goto(D);
      await listening(page);
      await goSoftly(page, `${D}/${from}`);
      await expect(page).toHaveURL(`${D}/${to}`);
    }
  });

  test("/auth redirects to sign-in, and with a session to the dashboard", async ({ page, as, baseURL }) => {
    const to = async (path: string) => new URL((await answer(page, path)).headers().location ?? "", baseURL).pathname;
    await page.goto("/auth");
    await expect(page).toHaveURL("/auth/login");
    expect(await to("/auth")).toBe("/auth/login");
    await as("viewer");
    expect(await to("/auth")).toBe(D);
  });

  test("unknown paths answer 404, also below the dashboard", async ({ page, as }) => {
    await as("viewer");
    for (const path of ["/no-such-page", `${D}/no-such-page`, `${D}/system-logs/x`, `${D}/kyc-management/x/y`])
      expect((await answer(page, path)).status(), path).toBe(404);
  });
});

test.describe("paths that are not permitted", () => {
  const mayNot = MODULES.filter(({ name }) => !["Dashboard", "KYC Management", "User Management"].includes(name));
  const forbidden = mayNot.filter(({ slug }) => slug !== "system-logs");

  test("redirect to the first item's URL before any byte of the page is sent", async ({ page, as }) => {
    await as("kyc");
    const paths = [
      ...forbidden.map(({ url }) => url),
      ...TABLE.map(([path]) => path).filter((path) => forbidden.some(({ slugs }) => path.includes(`/${slugs[0]}`))),
      `${D}/transactions/all/${NOBODY}`,
      `${D}/wallets/settlement-float`,
      `${D}/wallets/no-such-account`,
      `${D}/grants/programmes/new`,
    ];
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      const got = await answer(page, path);
      expect([path, got.status(), got.headers().location]).toEqual([path, 307, D]);
    }
  });

  test("redirect on client-side navigation too, without a full load", async ({ page, as }) => {
    await as("kyc");
    await page.goto(`${D}/kyc-management`);
    await listening(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await goSoftly(page, `${D}/transactions/all`);
    await expect(page).toHaveURL(D);
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  });
});

test.describe("system-log paths without the read right", () => {
  const LOGS = `${D}/system-logs`;
  const PATHS = ["user-activities", "user-activities/all", `user-activities/${NOBODY}`, "audit-trails"];

  test("keep their URL and show the missing right and who can grant it", async ({ page, as }) => {
    await as("kyc");
    for (const path of PATHS) {
      const calls: string[] = [];
      page.on("request", (request) => request.url().includes("/api/v1/system-logs") && calls.push(request.url()));
      const got = await page.goto(`${LOGS}/${path}`);
      expect(got?.status()).toBe(200);
      await expect(page).toHaveURL(`${LOGS}/${path}`);
      await expect(page.getByText("You don't have access to System Logs")).toBeVisible();
      await expect(page.getByText(/ask an admin who manages Roles & Permissions/)).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(page.getByRole("banner").getByText("Emmanuel Ogar")).toBeVisible();
      await expect(page.getByRole("table")).toHaveCount(0);
      expect(calls).toEqual([]);
    }
    await page.getByRole("link", { name: "Go To Dashboard" }).press("Enter");
    await expect(page).toHaveURL(D);
  });

  test("contain no data, and their API calls are refused", async ({ page, as, request }) => {
    const headers = { authorization: `Bearer ${await as("kyc")}` };
    for (const path of PATHS) {
      const html = await (await answer(page, `${LOGS}/${path}`)).text();
      // The name of another admin and of an action, both frequent in the logs.
      expect(html).not.toContain("Bassey");
      expect(html).not.toContain("auth.verify");
    }
    for (const call of ["/audit-trails", "/user-activities", "/user-activities/all"])
      expect((await request.get(`/api/v1/system-logs${call}`, { headers })).status(), call).toBe(403);
  });
});

test.describe("records that do not exist", () => {
  const AREAS: readonly [string, string][] = [
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
  const ODD = ["x", "null", "%F0%9F%91%BB", "..%2f", `${NOBODY}0`, "a".repeat(500)];

  test("answer 404, also for malformed ids", async ({ page, as }) => {
    await as("viewer");
    // Tries an unknown id and two of the malformed ones in each area.
    for (const [index, [area]] of AREAS.entries())
      for (const id of [NOBODY, ODD[index % ODD.length], ODD[(index + 3) % ODD.length]])
        expect((await answer(page, `${D}/${area}/${id}`)).status(), `${area}/${id}`).toBe(404);
    for (const path of [`event-management/events/${NOBODY}/check-in`, "wallets/x/closing-balances"])
      expect((await answer(page, `${D}/${path}`)).status(), path).toBe(404);
  });

  test("show the not-found page in the shell, with a link back", async ({ page, as, expectedProblems }) => {
    expectedProblems.push(/404/);
    await as("viewer");
    const some = ["kyc-management", "content-management/slider", "app-config/faq"];
    for (const [area, module] of AREAS.filter(([area]) => some.includes(area))) {
      expect((await page.goto(`${D}/${area}/${NOBODY}`))?.status()).toBe(404);
      await expect(page.getByRole("main").getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
      await expect(page.getByText("We couldn't find the page you are looking for")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(page.getByRole("banner").getByText("Mfon Udoh")).toBeVisible();
      await expect(page.getByRole("link", { name: `Back to ${module}` })).toBeVisible();
    }
    await page.getByRole("link", { name: /^Back to/ }).click();
    await expect(page).toHaveURL(`${D}/app-config/faq`);
  });

  test("show the not-found page on client-side navigation too, without a full load", async ({
    page,
    as,
    expectedProblems,
  }) => {
    expectedProblems.push(/404/);
    await as("viewer");
    await page.goto(`${D}/kyc-management`);
    await listening(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await goSoftly(page, `${D}/transactions/all/${NOBODY}`);
    await expect(page.getByRole("main").getByRole("heading", { name: "Oops!" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Transactions" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  });
});
