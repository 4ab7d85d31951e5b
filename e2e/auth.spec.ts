import { latestCode } from "./support/mail";
import { emailOf, signInOnPage } from "./support/sign-in";
import { expect, test } from "./support/test";

test("redirects to sign-in without a valid session, keeps a new session for three days, and ends it at logout", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await test.step("redirects / and /dashboard to sign-in", async () => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.goto("/dashboard/kyc-management?state=pending&page=2");
    await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management%3Fstate%3Dpending%26page%3D2");
  });
  await test.step("redirects an ended session to sign-in, and its HTML contains no account data", async () => {
    await context.addCookies([{ name: "cross-riv-token", value: "x".repeat(43), url: baseURL }]);
    const answer = await page.request.get("/dashboard/kyc-management?state=pending");
    expect(await answer.text()).not.toContain("KYC-0");
    await page.goto("/dashboard/kyc-management?state=pending");
    await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management%3Fstate%3Dpending");
  });
  await test.step("returns to the requested page after sign-in", async () => {
    await signInOnPage(page, "viewer");
    await expect(page).toHaveURL("/dashboard/kyc-management?state=pending");
  });
  const cookies = await context.cookies([`${baseURL}/`, `${baseURL}/api/v1/auth`]);
  const sessionCookie = cookies.find(({ name }) => name === "cross-riv-token");
  await test.step("stores the session in the cookie that the specification defines", async () => {
    expect(sessionCookie).toMatchObject({ path: "/", sameSite: "Lax", httpOnly: false });
    expect((sessionCookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(259_100);
    expect((sessionCookie?.expires ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(259_200);
    const device = cookies.find(({ name }) => name === "cross-riv-device");
    expect(device).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/v1/auth" });
    await page.goto("/auth/login");
    await expect(page).toHaveURL("/dashboard");
  });
  await test.step("ends the session on the server and in the browser at logout", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth/login");
    expect((await context.cookies()).some(({ name }) => name === "cross-riv-token")).toBe(false);
    const headers = { authorization: `Bearer ${sessionCookie?.value}` };
    await expect.poll(async () => (await request.get("/api/v1/users", { headers })).status()).toBe(401);
  });
});

test("keeps the second step of sign-in (the mailed code) across a reload without storing the password, and ignores a return URL of another site", async ({
  page,
}) => {
  await page.goto(`/auth/login?next=${encodeURIComponent("//evil.example")}`);
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
