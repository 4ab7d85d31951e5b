import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessible";
import { expect, test } from "./support/test";

/** Opens the API reference and records requests to other hosts. Violations of the CSP fail each test (support/test.ts). */
async function openReference(page: Page, server: string, hash = "") {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^http/.test(protocol) && origin !== new URL(server).origin) foreign.push(request.url());
  });
  await page.goto(`/api/v1/docs${hash}`);
  return foreign;
}

test("opens a call in the API reference in two clicks, shows its required right, inputs and samples, and finds it by search on a phone by keyboard", async ({
  page,
  server,
}) => {
  const foreign = await openReference(page, server);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await expect(page.getByRole("heading", { name: "Errors", exact: true })).toBeVisible();
  await contents.getByText(/^KYC Management/).click();
  await contents.getByRole("link", { name: "PATCH /kyc/{kycId}/decision" }).click();
  const callArticle = page.getByRole("article");
  await expect(callArticle.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(callArticle.getByText("Needs the right “update” in KYC Management.")).toBeVisible();
  await expect(callArticle.getByRole("textbox", { name: "kycId" })).toBeVisible();
  await expect(callArticle.getByRole("region", { name: "Sample in curl" })).toContainText("/kyc/$KYC_ID/decision");
  await expect(callArticle.getByRole("region", { name: "Sample in TypeScript" })).toContainText("kycId}/decision`");
  // Only one call is shown, so that the page stays short.
  await expect(page.getByRole("heading", { name: "Errors", exact: true })).toBeHidden();
  expect(await page.locator("*").count()).toBeLessThan(4_000);
  // The table of contents stays visible, so that the next call is also two clicks away.
  await expect(contents.getByRole("searchbox")).toBeInViewport();
  await contents.getByRole("link", { name: "GET /kyc/{kycId}", exact: false }).first().click();
  await expect(callArticle.getByText("Needs the right “read” in KYC Management.")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "All calls" }).click();
  const search = page.getByRole("searchbox", { name: "Search calls" });
  await search.fill("patch kycid decision");
  await expect(page.getByText("1 call", { exact: true })).toBeVisible();
  await search.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Needs the right “update” in KYC Management.")).toBeVisible();
  await expect(search).toBeHidden();
  await expectNoSidewaysScroll(page, 390);
  await page.getByRole("link", { name: "All calls" }).click();
  await expect(search).toBeVisible();
  expect(foreign).toEqual([]);
});

test("sends a call from the API reference with the admin's session, and without a session with a token typed by the user", async ({
  page,
  as,
  context,
  server,
  expectedProblems,
}) => {
  expectedProblems.push(/401 .*proof/);
  const token = await as("viewer");
  const foreign = await openReference(page, server, "#account.proof");
  await expect(page.getByText("Needs a session.")).toBeVisible();
  await page.getByRole("button", { name: "Execute" }).click();
  const response = page.locator(".live-responses-table").first();
  await expect(response).toContainText("200");
  await expect(response).toContainText("proved_until");
  await expect(page.locator("body")).not.toContainText(token);

  await context.clearCookies();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(response).toContainText("401");
  await page.getByLabel("Token or key").fill(token);
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(response).toContainText("proved_until");
  expect(foreign).toEqual([]);
});

test("serves the OpenAPI document and the API reference compressed and cacheable", async ({ request }) => {
  for (const [path, cacheControl] of [
    ["/api/v1/openapi.json", "public, max-age=300"],
    ["/api/v1/docs", "private, max-age=300"],
  ] as const) {
    const answer = await request.get(path, { headers: { "accept-encoding": "gzip, br" } });
    expect(answer.status()).toBe(200);
    const headers = answer.headers();
    expect([path, headers["content-encoding"]]).toEqual([path, "gzip"]);
    expect([path, headers.vary]).toEqual([path, expect.stringContaining("Accept-Encoding")]);
    expect([path, headers["cache-control"]]).toEqual([path, cacheControl]);
  }
});
