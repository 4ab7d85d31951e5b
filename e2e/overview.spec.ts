import { expectNoViolations } from "./support/accessible";
import { expect, rows, test, waitForQuiet } from "./support/test";

test("opens the list that a tile counts", async ({ page, as }) => {
  await as("kyc");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Emmanuel");
  const casesTile = page.getByRole("link", { name: "My KYC cases" });
  const countShown = Number(
    await page.locator("section", { has: casesTile }).last().getByRole("paragraph").first().textContent(),
  );
  await casesTile.click();
  await expect(page).toHaveURL(/assignee=me/);
  await expect(rows(page)).toHaveCount(Math.min(countShown, 20));
});

test("opens my reports and late reports from the tiles that count them", async ({ page, as }) => {
  await as("civic");
  for (const [name, address] of [
    ["My reports", /owner=me/],
    ["Late reports", /late=true/],
  ] as const) {
    await page.goto("/dashboard");
    const casesTile = page.getByRole("link", { name });
    const countShown = await page
      .locator("section", { has: casesTile })
      .last()
      .getByRole("paragraph")
      .first()
      .textContent();
    await casesTile.click();
    await expect(page).toHaveURL(address);
    await expect(rows(page)).toHaveCount(Math.min(Number(countShown), 20));
  }
  await as("kyc");
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "My KYC cases" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open reports" })).toHaveCount(0);
});

test("has a table with the data of the chart", async ({ page, as }) => {
  await as("kyc");
  await page.goto("/dashboard");
  const table = page.getByRole("table", { name: /last 14 days/ });
  await expect(table.getByRole("rowheader")).toHaveCount(14);
});

test("hides figures of features without read access", async ({ page, as }) => {
  await as("finance");
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "New users" })).toBeVisible();
  await expect(page.getByText("KYC waiting")).toHaveCount(0);
  await as("kyc");
  await page.goto("/dashboard");
  await expect(page.getByText("KYC waiting")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Money" })).toHaveCount(0);
});

test("keeps the period of the money figures in the URL, with links to lists and a table for the chart", async ({
  page,
  as,
}) => {
  await as("finance");
  await page.goto("/dashboard");
  await expect(page.getByRole("table", { name: /last 7 days/ }).getByRole("rowheader")).toHaveCount(7);
  await page.getByRole("link", { name: "30 days" }).click();
  await expect(page).toHaveURL("/dashboard?days=30");
  await expect(page.getByRole("table", { name: /last 30 days/ }).getByRole("rowheader")).toHaveCount(30);
  await expect(page.getByRole("link", { name: "Approvals", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Settlement float" })).toBeVisible();
  const inProgressSection = page.locator("section", { has: page.getByRole("link", { name: "In progress" }) });
  const countShown = Number(await inProgressSection.last().getByRole("paragraph").first().textContent());
  await page.getByRole("link", { name: "In progress" }).click();
  await expect(page).toHaveURL(/state=pending,processing/);
  await expect(rows(page)).toHaveCount(Math.min(countShown, 20));
});

test("shows full administrators a setup checklist they can hide, and marks starter sets already loaded", async ({
  page,
  as,
}) => {
  await as("finance");
  await page.goto("/dashboard");
  await expect(page.getByText("Waiting for me")).toBeVisible();
  await waitForQuiet(page);
  await expect(page.getByRole("button", { name: "Show the setup checklist" })).toHaveCount(0);

  await as("owner");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Show the setup checklist" }).click();
  await expect(page.getByRole("heading", { name: "Setup checklist" })).toBeVisible();
  const list = page.getByRole("listitem").filter({ hasText: "Restored backup" });
  await expect(list).toContainText("open");
  await list.getByRole("button", { name: "I restored one" }).click();
  await expect(list).toContainText("Confirmed by Ekaette Bassey");
  await page.goto("/dashboard?starter=report_categories");
  const dialog = page.getByRole("dialog", { name: "Starter set: Report categories" });
  await expect(dialog.getByText("Nothing of this set can be added here.")).toBeVisible();
  await expect(dialog.getByText("Already here").first()).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByRole("button", { name: "Show the setup checklist" })).toBeVisible();
});
