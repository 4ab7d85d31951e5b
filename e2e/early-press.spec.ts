import type { Page } from "@playwright/test";
import { latestCode } from "./support/mail";
import { emailOf } from "./support/sign-in";
import { createRequestHold, expect, rows, test } from "./support/test";

/** Opens a page but blocks its scripts, as on a slow connection. @returns a function that unblocks the scripts */
async function openWithoutScripts(page: Page, path: string) {
  const { held, letGo } = createRequestHold();
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return letGo;
}

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("replays a click made before hydration, exactly once", async ({ page, as }) => {
  await as("viewer");
  const releaseScripts = await openWithoutScripts(page, "/dashboard");
  // Only the last click is replayed. Two replayed clicks would open and close the sidebar.
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  // Simulates a click on an already hydrated part of the page, which acknowledges the click.
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("heading", { level: 1 }).dispatchEvent("click-handled");
  releaseScripts();
  await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Theme: System" })).toBeVisible();
  const sidebarChanges = await page.locator("aside").evaluate(async (sidebar) => {
    let count = 0;
    new MutationObserver((records) => {
      count += records.length;
    }).observe(sidebar, { attributes: true, childList: true, characterData: true, subtree: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return count;
  });
  expect(sidebarChanges).toBe(0);
});

test("selects rows that were ticked before hydration", async ({ page, as }) => {
  await as("kyc");
  const releaseScripts = await openWithoutScripts(page, "/dashboard/kyc-management");
  for (const nth of [0, 1, 2]) await rows(page).nth(nth).getByRole("checkbox").check();
  await rows(page).nth(1).getByRole("checkbox").uncheck();
  releaseScripts();
  await expect(page.getByText("2 selected")).toBeVisible();
  for (const nth of [0, 1, 2])
    await expect(rows(page).nth(nth).getByRole("checkbox")).toBeChecked({ checked: nth !== 1 });
});

// The field changes the URL before Next.js patches `history.pushState`, so Next.js misses the change; `useSearchParamsWatchdog` reapplies it.
test("filters a list by text typed before hydration", async ({ page, as }) => {
  await as("kyc");
  const releaseScripts = await openWithoutScripts(page, "/dashboard/kyc-management");
  await page.getByRole("searchbox").fill("no request has these words");
  releaseScripts();
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await expect(page).toHaveURL(/q=no\+request/);
});

test("submits a sign-in form by script, not by the browser, if it was sent before hydration", async ({ page }) => {
  const startedAt = Date.now();
  const exportRequests: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && exportRequests.push(new URL(request.url()).pathname));
  const releaseScripts = await openWithoutScripts(page, "/auth/login");
  await page.getByLabel("Email").fill(emailOf("support"));
  await page.getByLabel("Password", { exact: true }).fill("Demo-CrossRiver-2026");
  await page.keyboard.press("Enter");
  releaseScripts();
  await page.getByLabel("Code").fill(await latestCode(emailOf("support"), startedAt));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  expect(exportRequests).toEqual(["/api/v1/auth/admin/login", "/api/v1/auth/admin/verify-token/sign-in"]);
});
