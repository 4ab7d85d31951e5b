import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { latestCode } from "./mail";

const password = "Demo-CrossRiver-2026";

/** Admins of the demo data: full administrator, KYC officer, finance officer, support, read-only, civic desk officer. */
export type Account = "owner" | "kyc" | "finance" | "support" | "viewer" | "civic";

/** Returns the email address of a demo account. */
export const emailOf = (account: Account) => `${account}@crossriverpay.example`;

/** Signs in through the form, and returns when the dashboard has opened. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto("/auth/login");
  await signInOnPage(page, account);
}

/** Signs in on the open sign-in page: password, then mailed code. */
export async function signInOnPage(page: Page, account: Account): Promise<void> {
  const startedAt = Date.now();
  await page.getByLabel("Email").fill(emailOf(account));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await latestCode(emailOf(account), startedAt));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  // Waits until the page has loaded: leaving it earlier would log an aborted request.
  await page.waitForLoadState();
}

/** Signs in through the API. @returns the bearer token, which is also the value of the cookie `cross-riv-token` */
export async function apiSignIn(request: APIRequestContext, account: Account): Promise<string> {
  const startedAt = Date.now();
  const login = await request.post("/api/v1/auth/admin/login", {
    data: { email: emailOf(account), password },
    // Retries, because the server may close an idle connection at the moment of its reuse.
    maxRetries: 2,
  });
  expect(login.status(), await login.text()).toBe(200);
  const { reference } = (await login.json()).data;
  const token = await latestCode(emailOf(account), startedAt);
  const verified = await request.patch("/api/v1/auth/admin/verify-token/sign-in", { data: { reference, token } });
  expect(verified.status(), await verified.text()).toBe(200);
  return (await verified.json()).data.token;
}
