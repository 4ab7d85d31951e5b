import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const SCREENS = [
  "/dashboard",
  "/dashboard/kyc-management",
  "/dashboard/system-logs/user-activities",
  "/dashboard/system-logs/user-activities/all",
  "/dashboard/system-logs/audit-trails",
  "/dashboard/roles-and-permissions",
  "/dashboard/roles-and-permissions/admin-users",
  "/dashboard/roles-and-permissions/admin-users/roles",
  "/dashboard/approvals",
];
const KYC_DIALOGS = [
  { state: "approved", buttons: ["Show the whole identity number", "Revoke"] },
  { state: "rejected", buttons: ["Reopen"] },
];
const RP_DIALOGS = [
  { at: "/dashboard/roles-and-permissions/admin-users", opener: "Invite admin", title: "Invite an admin" },
  { at: "/dashboard/roles-and-permissions/admin-users/roles", opener: "New role", title: "New role" },
];

const LINK = `reference=${"x".repeat(43)}&email=ada%40example.com`;
const PUBLIC_SCREENS = [
  "/auth/login?after=reset",
  "/auth/forgot-password",
  `/auth/reset-password?${LINK}`,
  `/auth/register?${LINK}`,
  "/auth/register",
];

const violations = async (page: Page) =>
  (
    await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze()
  ).violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .join(" ")
        .slice(0, 300)}`,
  );

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`axe finds nothing, ${colorScheme}`, () => {
    test.use({ colorScheme });

    for (const screen of PUBLIC_SCREENS)
      test(screen, async ({ page }) => {
        await page.goto(screen);
        expect(await violations(page)).toEqual([]);
      });

    test("my sessions", async ({ page, as }) => {
      await as("viewer");
      await page.goto("/dashboard");
      await page.getByRole("button", { name: /my sessions/ }).click();
      const dialog = page.getByRole("dialog", { name: "My sessions" });
      await expect(dialog.getByText("This session")).toBeVisible();
      await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
      expect(await violations(page)).toEqual([]);
    });

    for (const screen of SCREENS)
      test(screen, async ({ page, as }) => {
        await as("owner");
        await page.goto(screen);
        expect(await violations(page)).toEqual([]);
      });

    test("a request with its dialogs", async ({ page, as }) => {
      await as("owner");
      await page.goto("/dashboard/kyc-management?state=pending&assignee=nobody&sort=-submitted_at&page=2");
      await rows(page).first().getByRole("link").click();
      await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      for (const name of [/^Approve/, /^Reject/]) {
        await page.getByRole("button", { name }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeVisible();
        await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      }
    });

    test("assigning", async ({ page, as }) => {
      await as("owner");
      await page.goto("/dashboard/kyc-management?state=approved");
      await rows(page).first().getByRole("checkbox").check();
      await page.getByText("Decisions by officer").click();
      await page.getByRole("button", { name: "Assign to…" }).click();
      const dialog = page.getByRole("dialog", { name: "Assign this request" });
      await expect(dialog).toBeVisible();
      await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
      expect(await violations(page)).toEqual([]);
    });

    for (const { state, buttons } of KYC_DIALOGS)
      test(`a request that is ${state}, with its dialogs`, async ({ page, as }) => {
        await as("owner");
        await page.goto(`/dashboard/kyc-management?state=${state}`);
        await rows(page).first().getByRole("link").click();
        await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
        for (const name of buttons) {
          await page.getByRole("button", { name }).click();
          const dialog = page.getByRole("dialog");
          await expect(dialog).toBeVisible();
          await dialog.evaluate((element) =>
            Promise.all(element.getAnimations().map((animation) => animation.finished)),
          );
          expect(await violations(page)).toEqual([]);
          await page.keyboard.press("Escape");
          await expect(dialog).toBeHidden();
        }
      });

    for (const { at, opener, title } of RP_DIALOGS)
      test(title, async ({ page, as }) => {
        await as("owner");
        await page.goto(at);
        await page.getByRole("button", { name: opener }).click();
        const dialog = page.getByRole("dialog", { name: title });
        await expect(dialog.getByRole("checkbox").first()).toBeVisible();
        await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
        expect(await violations(page)).toEqual([]);
      });

    test("an admin's drawer", async ({ page, as }) => {
      await as("owner");
      await page.goto("/dashboard/roles-and-permissions/admin-users");
      await rows(page).first().getByRole("link").click();
      const drawer = page.getByRole("dialog");
      await expect(drawer.getByText("History")).toBeVisible();
      await drawer.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
      expect(await violations(page)).toEqual([]);
    });

    test("one user's activity, the verdict and the export", async ({ page, as }) => {
      await as("owner");
      await page.goto("/dashboard/system-logs/user-activities?q=ogar");
      await rows(page).first().getByRole("link").click();
      await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto("/dashboard/system-logs/audit-trails");
      for (const [name, text] of [
        ["Verify", "The trail is whole"],
        ["Export", "Every row of the list"],
      ] as const) {
        await page.getByRole("button", { name }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByText(text)).toBeVisible();
        await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      }
    });

    test("not found", async ({ page, as, expectedProblems }) => {
      expectedProblems.push(/404/);
      await as("owner");
      await page.goto("/dashboard/no-such-page");
      await expect(page.getByText("Oops!")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
