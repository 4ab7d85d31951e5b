// Slow: ends sessions in several tabs.
import { setTimeout as delay } from "node:timers/promises";
import type { APIRequestContext, Frame, Locator, Page } from "@playwright/test";
import { apiSignIn, signInOnPage } from "./support/sign-in";
import { createRequestHold, expect, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const UNASSIGNED_PATH = "/dashboard/kyc-management?state=pending&assignee=nobody&sort=-submitted_at&page=3";

/**
 * Ends the session through the API, then clicks a button whose request gets the first 401. Delays the page's other requests
 * until then.
 */
async function pressWithExpiredSession(page: Page, request: APIRequestContext, button: Locator) {
  await page.route("**/api/v1/**", (route) => (route.request().method() === "GET" ? undefined : route.continue()));
  const token = (await page.context().cookies()).find(({ name }) => name === "cross-riv-token")?.value;
  await request.delete("/api/v1/auth/admin/session", { headers: { authorization: `Bearer ${token}` } });
  await button.click();
  await expect(page).toHaveURL(/\/auth\/login\?next=/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

test("keeps form input when the session has expired: returns to the form after the same admin's sign-in, and hides it from another admin", async ({
  page,
  context,
  request,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  await as("kyc");
  await page.goto(UNASSIGNED_PATH);
  await rows(page).first().getByRole("link").click();
  await page.waitForURL(/kyc-management\/.+/);
  const address = page.url();
  await page.getByRole("button", { name: /^Reject/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Reject/ });
  await dialog.getByLabel("Reason").selectOption({ label: "Another reason" });
  await dialog.getByLabel("What the user will read").fill("A text that took a while to write.");

  await pressWithExpiredSession(page, request, dialog.getByRole("button", { name: "Reject", exact: true }));
  expect((await context.cookies()).some(({ name }) => name === "cross-riv-token")).toBe(false);

  await signInOnPage(page, "kyc");
  await expect(page).toHaveURL(address);
  await expect(dialog.getByLabel("What the user will read")).toHaveValue("A text that took a while to write.");
  await expect(dialog.getByLabel("Reason")).toHaveValue("other");
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain("took a while");

  await test.step("does not show the input to another admin", async () => {
    await pressWithExpiredSession(page, request, dialog.getByRole("button", { name: "Reject", exact: true }));
    await signInOnPage(page, "owner");
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("button", { name: /^Reject/ })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("redirects to sign-in only once if several calls return 401, and shows there whether the session expired or was ended on another device", async ({
  page,
  context,
  request,
  baseURL,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  const setSession = (value: string) => context.addCookies([{ name: "cross-riv-token", value, url: baseURL }]);
  const token = await as("viewer");
  await page.goto("/dashboard/kyc-management");
  await waitForHydration(page);
  const other = await apiSignIn(request, "viewer");
  await request.delete("/api/v1/auth/admin/sessions", { headers: { authorization: `Bearer ${other}` } });
  await test.step("redirects once", async () => {
    const visitedUrls: string[] = [];
    const recordUrl = (frame: Frame) => visitedUrls.push(new URL(frame.url()).pathname);
    page.on("framenavigated", recordUrl);
    // Clicks both buttons in the same event-loop task, because the first 401 already redirects.
    const filters = page.getByRole("button", { name: /(Late|Flagged) only/ });
    await expect(filters).toHaveCount(2);
    await filters.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    await expect(page.getByText("Your session was ended from another device.")).toBeVisible();
    page.off("framenavigated", recordUrl);
    expect(visitedUrls.filter((path) => path === "/auth/login")).toHaveLength(1);
  });
  await test.step("shows that the session was ended on another device when a page loads", async () => {
    await setSession(token);
    await page.goto("/dashboard/kyc-management");
    await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management&ended=elsewhere");
    await expect(page.getByText("Your session was ended from another device.")).toBeVisible();
    await signInOnPage(page, "viewer");
    await expect(page).toHaveURL("/dashboard/kyc-management");
  });
  await test.step("shows that the session has expired", async () => {
    // Simulates a cookie that expired after three days.
    await context.clearCookies({ name: "cross-riv-token" });
    await page.goto("/dashboard/kyc-management");
    await expect(page.getByText("Your session has ended: it lasts 3 days.")).toBeVisible();
  });
  await test.step("shows no reason after a logout", async () => {
    await setSession(other);
    await page.goto("/dashboard/kyc-management");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth/login");
    await expect(page.getByText("Your session")).toHaveCount(0);
  });
});

test("makes no further API call when a page loads during logout", async ({ page, as }) => {
  await as("viewer");
  await page.goto("/dashboard");
  // Waits for the parts of Home that load after the first paint.
  await waitForNetworkQuiet(page);
  const { held, letGo } = createRequestHold();
  const delayResponses = async (url: RegExp, released: () => Promise<unknown>) =>
    page.route(url, async (route) => {
      await released();
      await route.continue().catch(() => {});
    });
  await delayResponses(/_rsc=/, () => held);
  // Delays the sign-in page, so that the response for the page opened before logout arrives first.
  await delayResponses(/auth\/login(?!.*_rsc)/, () => delay(2_000));
  const requestsAfterLogout: string[] = [];
  page.on("request", (request) => request.url().includes("/api/v1/") && requestsAfterLogout.push(request.method()));
  await page.getByRole("link", { name: "KYC Management" }).first().click();
  const logoutRequest = page.waitForRequest((request) => request.method() === "DELETE");
  await page.getByRole("button", { name: "Logout" }).click();
  await logoutRequest;
  letGo();
  await expect(page).toHaveURL("/auth/login");
  expect(requestsAfterLogout).toEqual(["DELETE"]);
});

test("applies a logout and a sign-in in one tab to other tabs, also if another admin signs in", async ({
  page,
  context,
  request,
  as,
}) => {
  await as("support");
  await page.goto("/dashboard");
  const other = await context.newPage();
  await other.goto("/dashboard/kyc-management");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL(/\/auth\/login/);
  await signInOnPage(page, "support");
  await expect(other).toHaveURL("/dashboard/kyc-management");

  await test.step("shows the new admin in all tabs", async () => {
    await waitForHydration(page);
    await expect(page.getByText("Ofem Ubi")).toBeVisible();
    const token = await apiSignIn(request, "kyc");
    await other.evaluate((value) => {
      // biome-ignore lint/suspicious/noDocumentCookie: what another tab's sign-in does
      document.cookie = `cross-riv-token=${value}; path=/`;
      new BroadcastChannel("cross-river-pay-session").postMessage({ is: "started", token: value });
    }, token);
    await expect(page.getByText("Emmanuel Ogar")).toBeVisible();
  });
});
