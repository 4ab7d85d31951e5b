import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const SCREENS = [
  "/dashboard",
  "/dashboard/kyc-management",
  "/dashboard/transactions",
  "/dashboard/transactions/all",
  "/dashboard/transactions/payment-methods",
  "/dashboard/wallets",
  "/dashboard/wallets/grants-pool",
  "/dashboard/wallets/grants-pool/closing-balances",
  "/dashboard/system-logs/user-activities",
  "/dashboard/system-logs/user-activities/all",
  "/dashboard/system-logs/audit-trails",
  "/dashboard/roles-and-permissions",
  "/dashboard/roles-and-permissions/admin-users",
  "/dashboard/roles-and-permissions/admin-users/roles",
  "/dashboard/approvals",
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

    test("a transaction with its dialogs, and a payment method", async ({ page, as }) => {
      await as("owner");
      const open = async (opener: string) => {
        await page.getByRole("button", { name: opener, exact: true }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByRole("textbox").first()).toBeVisible();
        await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      };
      await page.goto("/dashboard/transactions/all?type=wallet_funding&channel=ussd&state=succeeded");
      await rows(page).first().getByRole("link").click();
      await expect(page.getByRole("heading", { name: "Ledger postings" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await open("Refund");
      await open("Dispute");
      await page.goto("/dashboard/transactions/payment-methods");
      await open("Change USSD");
    });

    test("a movement, its form, an entry and the ledger's verdict", async ({ page, as }) => {
      await as("owner");
      const settled = async (name: string | RegExp, text: string) => {
        const dialog = page.getByRole("dialog", { name });
        await expect(dialog.getByText(text).first()).toBeVisible();
        await dialog.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      };
      await page.goto("/dashboard/wallets?movement=new");
      await settled("New movement", "Amount in naira");
      await page.getByRole("button", { name: "Verify ledger" }).click();
      await settled("Verify the ledger", "The ledger is right");
      await rows(page).first().getByRole("link").click();
      await settled(/^WAL-/, "History");
      await page.goto("/dashboard/wallets/grants-pool");
      await rows(page).first().getByRole("link").click();
      await settled(/entry$/, "Together");
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
