/** Checks what is visible first: the page itself if its data loads quickly, else the skeleton. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { startFaultyApi } from "./support/faulty-api";
import { testPort } from "./support/ports";
import { makeDataDir, startServer, type TestServer } from "./support/server";
import { expect, hold, listening, quiet, rows, test } from "./support/test";

const KYC = "/dashboard/kyc-management";
/** Link of a row with data, not of a placeholder. */
const firstLink = (page: Page) => rows(page).first().getByRole("link").first();
const skeleton = (page: Page) => page.locator("main .animate-pulse").first();

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.describe("without scripts, which would reveal content hidden at first", () => {
  test.use({ javaScriptEnabled: false });
  test.slow();

  /** Retries until a load is in time, because the first load compiles the page and the machine may be busy. */
  const isSeen = async (page: Page, path: string, content: (page: Page) => ReturnType<Page["locator"]>) =>
    expect(async () => {
      await page.goto(path);
      await expect(content(page)).toBeVisible({ timeout: 200 });
    }).toPass({ timeout: 120_000 });

  for (const path of [KYC, "/dashboard/user-management/users", "/dashboard/transactions/all"])
    test(`shows the rows of ${path} with the first HTML`, async ({ page, as }) => {
      await as("owner");
      await isSeen(page, path, firstLink);
      await expect(rows(page)).toHaveCount(20);
      await expect(rows(page).last().getByRole("link").first()).toBeVisible();
    });

  test("shows an identity request with the first HTML", async ({ page, as }) => {
    await as("owner");
    await isSeen(page, KYC, firstLink);
    const link = firstLink(page);
    const name = (await link.textContent()) ?? "";
    await isSeen(page, (await link.getAttribute("href")) ?? "", (page) => page.locator("h1"));
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Checklist" })).toBeVisible();
  });

  test("shows the figures of the home page with the first HTML", async ({ page, as }) => {
    await as("owner");
    await isSeen(page, "/dashboard", (page) => page.getByRole("heading", { name: /^Welcome, / }));
    await expect(page.locator("main h2 + p").filter({ hasText: /\d/ }).first()).toBeVisible();
  });
});

test("shows the skeleton of another area before the server responds", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard");
  await listening(page);
  const { held, letGo } = hold();
  await page.route("**/kyc-management?_rsc=*", async (route) => {
    if (!route.request().headers()["next-router-prefetch"]) await held;
    await route.continue();
  });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "KYC Management" });
  await link.hover();
  // By then the browser has loaded the page's code.
  await quiet(page);
  await link.click();
  await expect(skeleton(page)).toBeVisible();
  await expect(link).toBeVisible();
  letGo();
  await expect(firstLink(page)).toBeVisible();
});

test.describe("with a slow API", () => {
  const PORT = testPort(18);
  test.use({ baseURL: async ({ server: _ }, use) => use(`http://localhost:${PORT}`) });
  let api: Awaited<ReturnType<typeof startFaultyApi>>;
  let dashboard: TestServer;
  let removeDataDir: () => void;

  test.beforeAll(async ({ server }) => {
    api = await startFaultyApi(`${server}/api`);
    const data = makeDataDir();
    removeDataDir = data.removeDataDir;
    const env = { API_BASE_URL: `${api.url}/v1` };
    dashboard = await startServer({ port: PORT, dataDir: data.dataDir, command: "start", env });
  });
  test.afterAll(async () => {
    await dashboard.stop();
    api.stop();
    removeDataDir();
  });

  test("shows the skeleton within the shell first, then the rows", async ({ page, as }) => {
    await as("owner");
    await page.goto(KYC);
    const { held, letGo } = hold();
    api.state.fault = { path: /\/kyc\?/, until: () => held };
    await page.goto(KYC, { waitUntil: "commit" });
    await expect(skeleton(page)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(await rows(page).count()).toBe(0);
    letGo();
    await expect(rows(page)).toHaveCount(20);
    await expect(page.locator(".animate-pulse")).toHaveCount(0);
  });

  test("keeps form input when a tab loads late", async ({ page, as }) => {
    await as("owner");
    await page.goto("/dashboard/event-management/events");
    await listening(page);
    await firstLink(page).click();
    await expect(page.getByRole("navigation", { name: /^Parts of / })).toBeVisible();
    // Reloads: a page whose data was ready with the document has no Suspense boundary.
    await page.reload();
    await listening(page);
    const part = (name: string) =>
      page.getByRole("navigation", { name: /^Parts of / }).getByRole("link", { name, exact: true });
    await page.getByLabel("Organiser").fill("Boat club");
    api.state.fault = { path: /\/events\/[\da-f-]{36}$/, until: () => delay(1_000) };
    await part("Activity").click();
    await expect(page.getByRole("heading", { name: "Change log" })).toBeVisible();
    await part("Details").click();
    await expect(page.getByRole("heading", { name: "Change log" })).toHaveCount(0);
    await expect(page.getByLabel("Organiser")).toHaveValue("Boat club");
  });
});
