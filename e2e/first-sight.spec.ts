/** Tests the first HTML of pages, which contains the page's data if the data load quickly, otherwise a skeleton. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { startFaultyApi } from "./support/faulty-api";
import { testPort } from "./support/ports";
import { makeDataDir, startServer, type TestServer } from "./support/server";
import { createRequestHold, expect, fetchPageHtml, rows, test, waitForHydration } from "./support/test";

const KYC_PATH = "/dashboard/kyc-management";
/** Returns the link of the first row with data; skeleton rows have none. */
const firstRowLink = (page: Page) => rows(page).first().getByRole("link").first();
const skeleton = (page: Page) => page.locator("main .animate-pulse").first();

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.describe(() => {
  test.use({ javaScriptEnabled: false });
  test.slow();

  /** Reloads until the content is in the first HTML, because the first load and a busy machine may be too slow. */
  const expectVisibleFirst = async (page: Page, path: string, content: (page: Page) => ReturnType<Page["locator"]>) =>
    expect(async () => {
      await page.goto(path);
      await expect(content(page)).toBeVisible({ timeout: 200 });
    }).toPass({ timeout: 120_000 });

  test("the first HTML contains the rows of lists, the data of an identity request, and the figures of the home page", async ({
    page,
    as,
  }) => {
    await as("owner");
    for (const path of ["/dashboard/user-management/users", "/dashboard/transactions/all", KYC_PATH])
      await test.step(path, async () => {
        await expectVisibleFirst(page, path, firstRowLink);
        await expect(rows(page)).toHaveCount(20);
        await expect(rows(page).last().getByRole("link").first()).toBeVisible();
      });
    await test.step("an identity request", async () => {
      const link = firstRowLink(page);
      const name = (await link.textContent()) ?? "";
      await expectVisibleFirst(page, (await link.getAttribute("href")) ?? "", (page) => page.locator("h1"));
      await expect(page.getByText(name).first()).toBeVisible();
      await expect(page.getByRole("heading", { name: "Checklist" })).toBeVisible();
    });
    await test.step("the home page", async () => {
      await expectVisibleFirst(page, "/dashboard", (page) => page.getByRole("heading", { name: /^Welcome, / }));
      await expect(page.locator("main h2 + p").filter({ hasText: /\d/ }).first()).toBeVisible();
    });
  });
});

test.describe(() => {
  const SERVER_PORT = testPort(18);
  test.use({ baseURL: async ({ server: _ }, use) => use(`http://localhost:${SERVER_PORT}`) });
  let api: Awaited<ReturnType<typeof startFaultyApi>>;
  let dashboardServer: TestServer;
  let removeDataDir: () => void;

  test.beforeAll(async ({ server }) => {
    api = await startFaultyApi(`${server}/api`);
    const data = makeDataDir();
    removeDataDir = data.removeDataDir;
    const env = { API_BASE_URL: `${api.url}/v1` };
    dashboardServer = await startServer({ port: SERVER_PORT, dataDir: data.dataDir, command: "start", env });
  });
  test.afterAll(async () => {
    await dashboardServer.stop();
    api.stop();
    removeDataDir();
  });

  test("shows the app shell with a skeleton if the API is slow, then the rows", async ({ page, as }) => {
    await as("owner");
    await page.goto(KYC_PATH);
    const { held, letGo } = createRequestHold();
    api.state.fault = { path: /\/kyc\?/, until: () => held };
    await page.goto(KYC_PATH, { waitUntil: "commit" });
    await expect(skeleton(page)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(await rows(page).count()).toBe(0);
    letGo();
    await expect(rows(page)).toHaveCount(20);
    await expect(page.locator(".animate-pulse")).toHaveCount(0);
  });

  test("keeps form input when a tab loads late because of a slow API", async ({ page, as }) => {
    const token = await as("owner");
    const headers = { authorization: `Bearer ${token}` };
    const { items } = (await (await page.request.get("/api/v1/events?size=20&page=0", { headers })).json()).data;
    const path = `/dashboard/event-management/events/${items[0].id}`;
    // Requests the page once before the browser does, so that the browser's page is complete in the first HTML, without a Suspense boundary.
    await fetchPageHtml(page, path, token);
    await page.goto(path);
    await waitForHydration(page);
    const skeletonPart = (name: string) =>
      page.getByRole("navigation", { name: /^Parts of / }).getByRole("link", { name, exact: true });
    await page.getByLabel("Organiser").fill("Boat club");
    api.state.fault = { path: /\/events\/[\da-f-]{36}$/, until: () => delay(1_000) };
    await skeletonPart("Activity").click();
    await expect(page.getByRole("heading", { name: "Change log" })).toBeVisible();
    await skeletonPart("Details").click();
    await expect(page.getByRole("heading", { name: "Change log" })).toHaveCount(0);
    await expect(page.getByLabel("Organiser")).toHaveValue("Boat club");
  });
});
