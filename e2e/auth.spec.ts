import { emailOf, signIn, signInHere } from "./support/sign-in";
import { expect, test } from "./support/test";

test.describe("without a session", () => {
  test("the root and the dashboard lead to sign-in, and sign-in leads back", async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.goto("/dashboard/kyc-management?state=pending&page=2");
    await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management%3Fstate%3Dpending%26page%3D2");
    await signInHere(page, "owner");
    await expect(page).toHaveURL("/dashboard/kyc-management?state=pending&page=2");
  });

  for (const next of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/auth/login",
    "/dashboard/../auth/login",
  ])
    test(`next=${next} leads to the dashboard only`, async ({ page }) => {
      await page.goto(`/auth/login?next=${encodeURIComponent(next)}`);
      await signInHere(page, "support");
      await expect(page).toHaveURL("/dashboard");
    });

  test("wrong email and wrong password read the same, and what was typed stays", async ({ page, expectedProblems }) => {
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

  test("fields are checked before anything is sent", async ({ page }) => {
    await page.goto("/auth/login");
    await page.getByLabel("Email").fill("not an email");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter an email address such as ada@example.com.")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
  });
});

test("a session is kept for three days in the specified cookie", async ({ page, context }) => {
  await signIn(page, "viewer");
  const cookie = (await context.cookies()).find(({ name }) => name === "cross-riv-token");
  expect(cookie).toMatchObject({ path: "/", sameSite: "Lax", httpOnly: false });
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(259_100);
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(259_200);
  await page.goto("/auth/login");
  await expect(page).toHaveURL("/dashboard");
});

test("logout ends the session on the server and in the browser", async ({ page, context, request }) => {
  await signIn(page, "viewer");
  const token = (await context.cookies()).find(({ name }) => name === "cross-riv-token")?.value;
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/auth/login");
  expect((await context.cookies()).some(({ name }) => name === "cross-riv-token")).toBe(false);
  await expect
    .poll(async () => (await request.get("/api/v1/users", { headers: { authorization: `Bearer ${token}` } })).status())
    .toBe(401);
});

test("a session that has ended goes to sign-in and comes back, without an account's data on the way", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "cross-riv-token", value: "x".repeat(43), url: baseURL }]);
  const answer = await page.request.get("/dashboard/kyc-management");
  expect(await answer.text()).not.toContain("KYC-0");
  await page.goto("/dashboard/kyc-management");
  await expect(page).toHaveURL("/auth/login?next=%2Fdashboard%2Fkyc-management");
  await signInHere(page, "viewer");
  await expect(page).toHaveURL("/dashboard/kyc-management");
});
