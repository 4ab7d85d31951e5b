import { expect, rows, test } from "./support/test";

test("a tile opens the list that it counts", async ({ page, as }) => {
  await as("kyc");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Emmanuel");
  const tile = page.getByRole("link", { name: "My KYC cases" });
  const counted = Number(await page.locator("section", { has: tile }).getByRole("paragraph").first().textContent());
  await tile.click();
  await expect(page).toHaveURL(/assignee=me/);
  await expect(rows(page)).toHaveCount(Math.min(counted, 20));
});

test("the chart has a table behind it", async ({ page, as }) => {
  await as("kyc");
  await page.goto("/dashboard");
  const table = page.getByRole("table", { name: /last 14 days/ });
  await expect(table.getByRole("rowheader")).toHaveCount(14);
});

test("figures of features without read access are absent", async ({ page, as }) => {
  await as("finance");
  await page.goto("/dashboard");
  await expect(page.getByText("Users", { exact: true })).toBeVisible();
  await expect(page.getByText("KYC waiting")).toHaveCount(0);
});
