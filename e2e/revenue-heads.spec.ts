import type { Page } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const HEADS_PATH = "/dashboard/wallets/reconciliation/revenue-heads";
const csvFile = (text: string) => ({ name: "heads.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
/** Finds a revenue head in the open list, and opens it. */
const openHead = async (page: Page, code: string) => {
  await page.getByRole("searchbox").fill(code);
  await rows(page).filter({ hasText: code }).getByRole("link").first().click();
  return page.getByRole("dialog", { name: new RegExp(code) });
};

test("imports revenue heads from a corrected CSV file, renames a head from tomorrow on, and changes another one's bank account with a second admin's approval", async ({
  page,
  as,
}) => {
  await as("finance");
  await page.goto(HEADS_PATH);

  await test.step("import", async () => {
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import revenue heads" });
    const input = dialog.getByLabel("CSV or Excel file of revenue heads");
    const lines = [
      "Code,Name,Ministry,Bank,Account number",
      "13019001,Ọ̀ffice Fees,Ministry of Works,Zenith Bank,1012345678",
    ];
    const broken = csvFile([...lines, "13019002,Quarry Fees,Ministry of Works,Zenith Bank,12345"].join("\n"));
    await input.setInputFiles(broken);
    await expect(dialog.getByText("heads.csv: 1 new, 0 changed, 0 unchanged, 1 with a problem")).toBeVisible();
    await expect(dialog.getByText(/Account number: An account number has 10 digits/)).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Import/ })).toBeDisabled();
    const corrected = csvFile([...lines, "13019002,Quarry Fees,Ministry of Works,,"].join("\n"));
    await input.setInputFiles(corrected);
    await dialog.getByRole("button", { name: "Import 2 revenue heads" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("searchbox").fill("1301900");
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: "Quarry Fees" })).toContainText("No account");
    await page.getByRole("button", { name: "Import" }).click();
    await input.setInputFiles(corrected);
    await expect(dialog.getByText("0 new, 0 changed, 2 unchanged, 0 with a problem")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("rename from tomorrow on", async () => {
    const drawer = await openHead(page, "12020453");
    await drawer.getByRole("button", { name: "Change", exact: true }).click();
    const form = page.getByRole("dialog", { name: /^Change 12020453/ });
    await form.getByLabel("Name").fill("Sanitation Fees");
    await form.getByLabel("Reason").fill("Circular 12 of 2026");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    await expect(drawer.getByText("Sanitation Fees").first()).toBeVisible();
    await expect(drawer.getByRole("heading", { name: "12020453 Waste Management Fees" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
  });

  await test.step("request another bank account", async () => {
    const drawer = await openHead(page, "12020609");
    await drawer.getByRole("button", { name: "Change", exact: true }).click();
    const accountForm = page.getByRole("dialog", { name: /^Change 12020609/ });
    await accountForm.getByLabel("Bank").fill("Keystone Bank");
    await accountForm.getByLabel("Account number").fill("1012345678");
    await accountForm.getByLabel("Reason").fill("Letter of the ministry");
    await accountForm.getByRole("button", { name: "Save" }).click();
    await expect(accountForm).toBeHidden();
    await expect(drawer.getByText(/Awaiting approval by/)).toBeVisible();
  });

  await test.step("approve as a second admin", async () => {
    await as("owner");
    await page.goto("/dashboard/approvals");
    await page.getByRole("button", { name: "Approve: 12020609" }).click();
    const confirm = page.getByRole("dialog");
    await expect(confirm.getByText(/account 1012345678, Keystone Bank; now none/)).toBeVisible();
    await confirm.getByRole("button", { name: "Approve" }).click();
    await expect(confirm).toBeHidden();
    await page.goto(`${HEADS_PATH}?head=12020609`);
    const drawer = page.getByRole("dialog", { name: /12020609/ });
    await expect(drawer.getByText(/1012345678, Keystone Bank/).first()).toBeVisible();
  });
});

test("reports taxes and levies by revenue head, LGA, channel and day, with the same total", async ({ page, as }) => {
  await as("finance");
  const daysAgo = (days: number) => new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${HEADS_PATH}/report?from=${daysAgo(89)}&to=${daysAgo(0)}`);
  await expect(rows(page).filter({ hasText: "12020448 Market Tolls" })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: "Without a revenue head" })).toHaveCount(1);
  const totalRow = rows(page).filter({ hasText: "Total" });
  const total = await totalRow.textContent();
  for (const group of ["LGA", "Channel", "Day"]) {
    await page.getByRole("navigation", { name: "Group by" }).getByRole("link", { name: group, exact: true }).click();
    await expect(page.getByRole("columnheader", { name: group, exact: true })).toBeVisible();
    await expect(totalRow).toHaveText(total ?? "");
  }
});

test("assigns a revenue head to a payment that has none", async ({ page, as }) => {
  const token = await as("owner");
  const headers = { authorization: `Bearer ${token}` };
  const list = await page.request.get("/api/v1/transactions?type=tax_and_levy&size=100", { headers });
  let payment: { id: string; reference: string } | undefined;
  for (const each of (await list.json()).data.items) {
    const single = await page.request.get(`/api/v1/transactions/${each.id}`, { headers });
    if ((await single.json()).data.revenue_head === null) {
      payment = each;
      break;
    }
  }
  await page.goto(`/dashboard/transactions/all/${payment?.id}`);
  await page.getByRole("button", { name: "Set revenue head" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Revenue head").selectOption({ label: "12020448 Market Tolls" });
  await dialog.getByLabel("Reason").fill("The payer sent the demand notice");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("12020448 Market Tolls, Ministry of Local Government Affairs")).toBeVisible();
});
