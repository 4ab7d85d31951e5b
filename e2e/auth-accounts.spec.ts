// Slow: starts a server without any administrator.
import type { APIRequestContext, Page } from "@playwright/test";
import { latestCode, latestLink } from "./support/mail";
import { testPort } from "./support/ports";
import { makeDataDir, startServer, type TestServer } from "./support/server";
import { expect, test, waitForNetworkQuiet } from "./support/test";

const SERVER_PORT = testPort(9);
const SERVER_URL = `http://localhost:${SERVER_PORT}`;
const ADMIN_EMAIL = "first.admin@example.com";
const FIRST_PASSWORD = "okra soup on the veranda";
const SECOND_PASSWORD = "three goats and a radio";

test.describe.configure({ mode: "serial" });
test.use({ baseURL: SERVER_URL });

let server: TestServer;
let dataDir: string;
let removeDataDir: () => void;

/** Starts the production server with an empty data folder, so without demo data and admins. */
test.beforeAll(async () => {
  ({ dataDir, removeDataDir } = makeDataDir());
  server = await startServer({ port: SERVER_PORT, dataDir, command: "start", env: { LOG_LEVEL: "info" } });
});

test.afterAll(async () => {
  await server.stop();
  removeDataDir();
});

const passwordField = (page: Page) => page.getByLabel(/^(?:New p|P)assword$/);

const newestSetupKey = () => [...server.output().matchAll(/setup key\s+([\w-]+)/g)].at(-1)?.[1] ?? "";

/** Signs in on the open sign-in page: password, then mailed code. */
async function signInWith(page: Page, secret: string) {
  const startedAt = Date.now();
  await page.getByLabel("Email").fill(ADMIN_EMAIL);
  await passwordField(page).fill(secret);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await latestCode(ADMIN_EMAIL, startedAt, dataDir));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  // Waits until the page has loaded: leaving it earlier would log an aborted request.
  await page.waitForLoadState();
}

/** Signs in through the API, as if on another device. */
async function apiSignIn(request: APIRequestContext, secret: string, userAgent: string): Promise<string> {
  const startedAt = Date.now();
  const headers = { "user-agent": userAgent };
  const login = await request.post("/api/v1/auth/admin/login", {
    headers,
    data: { email: ADMIN_EMAIL, password: secret },
  });
  const { reference } = (await login.json()).data;
  const token = await latestCode(ADMIN_EMAIL, startedAt, dataDir);
  const data = { reference, token };
  const verified = await request.patch("/api/v1/auth/admin/verify-token/sign-in", { headers, data });
  return (await verified.json()).data.token;
}

const usersCallStatus = async (request: APIRequestContext, token: string) =>
  (await request.get("/api/v1/users", { headers: { authorization: `Bearer ${token}` } })).status();

test("creates the first administrator with the printed setup key, which works only once; the admin ends other sessions and stays signed in", async ({
  page,
  context,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/400/);
  const [, key = ""] = /enter the setup key\s+([\w-]+)/.exec(server.output()) ?? [];
  expect(server.output()).toContain(`${SERVER_URL}/auth/register`);
  await page.goto("/auth/register");
  await page.getByLabel("Setup key").fill("0000-0000-0000-0000-0000");
  await page.getByLabel("First name").fill("Ekaette");
  await page.getByLabel("Last name").fill("Bassey");
  await page.getByLabel("Email").fill(ADMIN_EMAIL);
  await passwordField(page).fill("Password1234!");
  await page.getByRole("button", { name: "Create the administrator" }).click();
  await expect(page.getByText("This password is too easy to guess.")).toBeVisible();
  await passwordField(page).fill(FIRST_PASSWORD);
  await expect(page.getByText("Strong")).toBeVisible();
  await page.getByRole("button", { name: "Create the administrator" }).click();
  await expect(page.getByText("Check the setup key.")).toBeVisible();
  await expect(passwordField(page)).toHaveValue(FIRST_PASSWORD);
  await page.getByLabel("Setup key").fill(key);
  await page.getByRole("button", { name: "Create the administrator" }).click();

  await expect(page).toHaveURL("/auth/login?after=set-up");
  await expect(page.getByText("The first administrator is ready.")).toBeVisible();
  await signInWith(page, FIRST_PASSWORD);
  await expect(page.getByRole("link", { name: "KYC Management" })).toBeVisible();

  await test.step("ends one other session, then all others", async () => {
    const phone = await apiSignIn(
      request,
      FIRST_PASSWORD,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1",
    );
    const otherToken = await apiSignIn(request, FIRST_PASSWORD, "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0");
    const opener = page.getByRole("button", { name: "Ekaette Bassey Admin : my sessions" });
    const dialog = page.getByRole("dialog", { name: "My sessions" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("This session")).toBeVisible();
    await dialog.getByRole("button", { name: "End Safari on iPhone" }).click();
    await expect(dialog.getByText("Safari on iPhone")).toBeHidden();
    expect([await usersCallStatus(request, phone), await usersCallStatus(request, otherToken)]).toEqual([401, 200]);

    await dialog.getByRole("button", { name: "End all others" }).click();
    await page
      .getByRole("dialog", { name: "End all other sessions?" })
      .getByRole("button", { name: "End them" })
      .click();
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    expect(await usersCallStatus(request, otherToken)).toBe(401);
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.reload();
    await expect(page).toHaveURL("/dashboard");
  });

  // Waits for the charts of Home, whose requests would be refused once the cookie is deleted.
  await waitForNetworkQuiet(page);
  await context.clearCookies();
  await page.goto("/auth/register");
  await expect(page.getByRole("heading", { name: "Accounts are by invitation" })).toBeVisible();
});

test("resets a forgotten password by a mailed link that works only once, and ends every session", async ({
  page,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/400|401/);
  const tokenBefore = await apiSignIn(request, FIRST_PASSWORD, "Somewhere else");
  await page.goto("/auth/login");
  const startedAt = Date.now();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // Waits for the new page, because the sign-in form has a field with the same label.
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  // Expects the same message for an email address with and without an account.
  for (const email of ["nobody@example.com", ADMIN_EMAIL]) {
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("status").filter({ hasText: `If ${email} belongs to an account` })).toBeVisible();
    if (email !== ADMIN_EMAIL) await page.getByRole("button", { name: "Send another link" }).click();
  }
  const link = await latestLink(ADMIN_EMAIL, startedAt, dataDir);
  expect(link).toMatch(
    new RegExp(`^${SERVER_URL}/auth/reset-password\\?reference=[\\w-]{43}&email=first.admin%40example.com$`),
  );

  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveValue(ADMIN_EMAIL);
  await passwordField(page).fill(`${ADMIN_EMAIL} and more`);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password must not contain your email address.")).toBeVisible();
  await passwordField(page).fill(SECOND_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL("/auth/login?after=reset");
  await expect(page.getByText("Your password is changed")).toBeVisible();
  expect(await usersCallStatus(request, tokenBefore)).toBe(401);

  // A used link shows an error before any input, with a link to request another.
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
  await expect(passwordField(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();

  await page.goto("/auth/login");
  await page.getByLabel("Email").fill(ADMIN_EMAIL);
  await passwordField(page).fill(FIRST_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "not right" })).toBeVisible();
  await signInWith(page, SECOND_PASSWORD);
  // With a session, pages of the auth area redirect to the dashboard.
  await page.goto(link);
  await expect(page).toHaveURL("/dashboard");
  expect(server.output()).not.toContain(new URL(link).searchParams.get("reference"));
});

test("redirects a password reset link without reference or email to sign-in", async ({ request }) => {
  for (const query of [
    "",
    "?reference=abc",
    "?email=a%40example.com",
    "?reference=&email=",
    "?reference=a&email=b&email=c",
  ])
    expect((await request.get(`/auth/reset-password${query}`)).url(), query).toBe(`${SERVER_URL}/auth/login`);
});

test("prefills an invited admin's name, accepts the invitation once, and shows an error when the link is opened again", async ({
  page,
  context,
  request,
}) => {
  const token = await apiSignIn(request, SECOND_PASSWORD, "Desk");
  await context.addCookies([{ name: "cross-riv-token", value: token, url: SERVER_URL }]);
  await page.goto("/dashboard/roles-and-permissions/admin-users");
  const startedAt = Date.now();
  await page.getByRole("button", { name: "Invite admin" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite an admin" });
  await dialog.getByLabel("First name").fill("Ada");
  await dialog.getByLabel("Last name").fill("Obi");
  await dialog.getByLabel("Email").fill("ada.obi@example.com");
  // Grants the only existing role. No other admin exists to approve this, so the form needs the newest setup key that the server printed.
  await dialog.getByRole("checkbox", { name: /^Full administrator/ }).check();
  await expect(async () => {
    await dialog.getByLabel("Setup key").fill(newestSetupKey());
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(dialog).toBeHidden({ timeout: 3_000 });
  }).toPass({ timeout: 45_000, intervals: [3_000] });
  const link = await latestLink("ada.obi@example.com", startedAt, dataDir);
  await context.clearCookies();

  await page.goto(link);
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expect(page.getByLabel("Last name")).toHaveValue("Obi");
  await passwordField(page).fill(FIRST_PASSWORD);
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page).toHaveURL("/auth/login?after=registered");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation can't be used" })).toBeVisible();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(page).toHaveURL("/auth/login");
});

test("the HTML of an invalid invitation contains an error and no form", async ({ request }) => {
  for (const query of [`?reference=${"x".repeat(43)}&email=ada%40example.com`, "?reference=abc&email=nobody"]) {
    const html = await (await request.get(`/auth/register${query}`)).text();
    expect(html, query).toMatch(/This invitation can(&#x27;|')t be used/);
    expect(html, query).not.toContain('type="password"');
  }
});
