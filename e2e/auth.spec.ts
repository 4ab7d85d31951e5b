// Slow: signs in through the forms, and waits for time limits to pass.
import { latestCode } from "./support/mail";
import { emailOf, signIn, signInOnPage } from "./support/sign-in";
import { expect, test } from "./support/test";

test("without a session, redirects / and /dashboard to sign-in, and back after sign-in", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto("/dashboard/kyc-management?state=pending&page=2");
  await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management%3Fstate%3Dpending%26page%3D2");
  await signInOnPage(page, "owner");
  await expect(page).toHaveURL("/dashboard/kyc-management?state=pending&page=2");
});

test("opens the dashboard after sign-in if the return URL leads to another site", async ({ page }) => {
  await page.goto(`/auth/login?next=${encodeURIComponent("//evil.example")}`);
  await signInOnPage(page, "support");
  await expect(page).toHaveURL("/dashboard");
});

test("the sign-in form shows the same message for a wrong email and a wrong password, and keeps the input", async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  await page.goto("/auth/login");
  for (const email of ["nobody@example.com", emailOf("finance")]) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "not right" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
  }
});

test("validates the sign-in form before it sends a request", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("not an email");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter an email address such as ada@example.com.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("keeps the second step of sign-in (the mailed code) across a reload without storing the password", async ({
  page,
}) => {
  await page.goto("/auth/login");
  const startedAt = Date.now();
  await page.getByLabel("Email").fill(emailOf("viewer"));
  await page.getByLabel("Password", { exact: true }).fill("Demo-CrossRiver-2026");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(emailOf("viewer"))).toBeVisible();
  const code = await latestCode(emailOf("viewer"), startedAt);
  await page.reload();
  await expect(page.getByText(emailOf("viewer"))).toBeVisible();
  await expect(page.getByText(/Resend code in 0:\d\d/)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("Demo-Cross");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  expect(await page.evaluate(() => sessionStorage.getItem("cross-riv-sign-in"))).toBeNull();
});

test("requires a new sign-in code after five wrong ones, and sends it immediately on request", async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/400/);
  await page.goto("/auth/login");
  let startedAt = Date.now();
  await page.getByLabel("Email").fill(emailOf("support"));
  await page.getByLabel("Password", { exact: true }).fill("Demo-CrossRiver-2026");
  await page.getByRole("button", { name: "Continue" }).click();
  const code = await latestCode(emailOf("support"), startedAt);
  const wrongCode = ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");
  await page.getByLabel("Code").fill(wrongCode);
  for (let n = 1; n <= 5; n++) {
    const responsePromise = page.waitForResponse(/verify-token/);
    await page.getByLabel("Code").press("Enter");
    await responsePromise;
    await expect(page.getByRole("button", { name: "Sign in" })).not.toHaveAttribute("aria-busy");
  }
  await expect(page.getByText("so you need a new one")).toBeVisible();
  startedAt = Date.now();
  await page.getByRole("button", { name: "Resend code" }).click();
  await expect(page.getByText(/Resend code in/)).toBeVisible();
  await page.getByLabel("Code").fill(await latestCode(emailOf("support"), startedAt));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("the sign-in form counts down the wait for a throttled email address and blocks only this address", async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  await page.goto("/auth/login");
  const [email, secret] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  await email.fill("slow@example.com");
  await secret.fill("not the password");
  const continueButton = page.getByRole("button", { name: /^Continue/ });
  for (let n = 1; n <= 7; n++) {
    await expect(continueButton).toHaveText("Continue");
    const responsePromise = page.waitForResponse(/admin\/login/);
    await continueButton.press("Enter");
    await responsePromise;
    await expect(continueButton).not.toHaveAttribute("aria-busy");
  }
  await expect(continueButton).toHaveText(/Continue in 0:0\d/);
  await expect(continueButton).toBeFocused();
  let requestCount = 0;
  page.on("request", (request) => request.url().includes("admin/login") && requestCount++);
  await continueButton.press("Enter");
  await email.fill("other@example.com");
  await expect(continueButton).toHaveText("Continue");
  await email.fill("slow@example.com");
  await expect(continueButton).toHaveText(/Continue in/);
  expect(requestCount).toBe(0);
  await expect(continueButton).toHaveText("Continue");
  await expect(page.getByText("You can try again now.")).toBeVisible();
  await expect(secret).toHaveValue("not the password");
});

test("accepts a mailed sign-in code even while other people's wrong passwords throttle the email address", async ({
  page,
  context,
  expectedProblems,
}) => {
  expectedProblems.push(/429/);
  // Stubs the response of a throttled sign-in, because a real one needs wrong passwords from another IP address.
  // lib/server/auth/waits.test.ts tests the server.
  await page.goto("/auth/login");
  const startedAt = Date.now();
  await page.route("**/admin/login", async (route) => {
    const { data } = await (await route.fetch()).json();
    const message = "Wait 2 minutes and try again. If your password was right, we have mailed you a code.";
    await route.fulfill({
      status: 429,
      json: { status: 429, code: "TOO_MANY_REQUESTS", message, retry_after: 90, sign_in: data },
    });
  });
  await page.getByLabel("Email").fill(emailOf("finance"));
  await page.getByLabel("Password", { exact: true }).fill("Demo-CrossRiver-2026");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: /Continue in 1:[23]\d/ })).toBeVisible();
  await page.getByRole("button", { name: "Enter the code from the mail" }).click();
  await expect(page.getByText("If your password was right, we sent 6 digits to")).toBeVisible();
  await page.getByLabel("Code").fill(await latestCode(emailOf("finance"), startedAt));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  const device = (await context.cookies(`${new URL(page.url()).origin}/api/v1/auth`)).find(
    ({ name }) => name === "cross-riv-device",
  );
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/v1/auth" });
});

test("keeps a session for three days in the cookie that the specification defines", async ({ page, context }) => {
  await signIn(page, "viewer");
  const cookie = (await context.cookies()).find(({ name }) => name === "cross-riv-token");
  expect(cookie).toMatchObject({ path: "/", sameSite: "Lax", httpOnly: false });
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(259_100);
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(259_200);
  await page.goto("/auth/login");
  await expect(page).toHaveURL("/dashboard");
});

test("ends the session on the server and in the browser at logout", async ({ page, context, request }) => {
  await signIn(page, "viewer");
  const token = (await context.cookies()).find(({ name }) => name === "cross-riv-token")?.value;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth/login");
  expect((await context.cookies()).some(({ name }) => name === "cross-riv-token")).toBe(false);
  await expect
    .poll(async () => (await request.get("/api/v1/users", { headers: { authorization: `Bearer ${token}` } })).status())
    .toBe(401);
});

test("redirects an ended session to sign-in and back, and its HTML contains no account data", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "cross-riv-token", value: "x".repeat(43), url: baseURL }]);
  const answer = await page.request.get("/dashboard/kyc-management");
  expect(await answer.text()).not.toContain("KYC-0");
  await page.goto("/dashboard/kyc-management");
  await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management");
  await signInOnPage(page, "viewer");
  await expect(page).toHaveURL("/dashboard/kyc-management");
});
