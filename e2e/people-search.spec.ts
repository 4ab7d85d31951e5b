import { expect, rows, test } from "./support/test";

const KYC_PATH = "/dashboard/kyc-management";

test("the user list suggests a name for a misspelt one, and finds other spellings of a name", async ({ page, as }) => {
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
  for (const [searchText, name] of [
    ["oneil bella", "Bella O’Neil"],
    ["Olayinka", "Ọláyínká Adébáyọ̀".normalize("NFC")],
    ["BasseyDuke", "Ekaette Bassey-Duke"],
    ["“Mary Ita Giwa”", "Mary Ita Giwa"],
  ] as const) {
    await search.fill(searchText);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(name);
  }
});

test("the KYC list suggests a name for a misspelt one, and finds a pasted reference", async ({ page, as }) => {
  await as("viewer");
  await page.goto(`${KYC_PATH}?q=Ekpenyonk`);
  const list = page.getByRole("searchbox", { name: /Search by/ });
  await page.getByRole("button", { name: /Did you mean/ }).click();
  await expect(rows(page).first()).toBeVisible();
  await list.fill("Ref: KYC 000012.");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("KYC-000012");
});
