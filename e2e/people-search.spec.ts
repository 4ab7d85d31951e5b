import { expect, rows, test } from "./support/test";

test("the user list suggests a name for a misspelt one, and keeps the chosen name across a reload", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto("/dashboard/user-management/users");
  const search = page.getByRole("searchbox", { name: /Search by name/ });
  await search.fill("Ita Giwe");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Did you mean Ita Giwa?" }).click();
  await expect(search).toHaveValue("Ita Giwa");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Mary Ita Giwa");
  await expect(page).toHaveURL(/q=Ita\+Giwa/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});
