import { expect, rows, test, waitForHydration } from "./support/test";

const ACCOUNTS_URL = "/dashboard/wallets/reconciliation/accounts";

/** Returns the Lagos day that is this number of days before today. */
const daysAgo = (days: number) => new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const typed = (day: string) => day.split("-").reverse().join("/");

test("adds a bank account, imports its statement from a CSV file with chosen columns, and removes the statement", async ({
  page,
  as,
}) => {
  await as("finance");
  await page.goto("/dashboard/wallets");
  await page.getByRole("link", { name: "Reconciliation" }).click();
  await page.getByRole("link", { name: "Accounts", exact: true }).click();
  await expect(page).toHaveURL(ACCOUNTS_URL);
  await waitForHydration(page);

  const name = `Levies ${Date.now()}`;
  await page.getByRole("button", { name: "Add account" }).click();
  const form = page.getByRole("dialog", { name: "Add bank account" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByRole("button", { name: "Another bank" }).click();
  await form.getByLabel("Bank", { exact: true }).fill("Cross River Microfinance");
  await form.getByLabel("Code of the bank").fill("50931");
  await form.getByLabel("Account number").fill(String(Date.now()).slice(-10));
  await form.getByLabel("First day").fill(typed(daysAgo(1)));
  await form.getByRole("button", { name: "Add account" }).click();
  await expect(form).toBeHidden();
  const importButton = page.getByRole("button", { name: `Import statement of ${name}` });
  const account = rows(page).filter({ has: importButton });
  await expect(account).toContainText("Nothing since");

  const day = typed(daysAgo(1));
  const csv = `Posted;What;Out;In;Left\n${day};Àdúké O'Neil, levy;;2500.00;3500.00\n${day};COT;50.00;;3450.00\n`;
  await importButton.click();
  const dialog = page.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "levies.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByLabel("Date", { exact: true }).selectOption("Posted");
  await dialog.getByLabel("Date format").selectOption("dmy");
  await dialog.getByLabel("What", { exact: true }).check();
  await dialog.getByLabel("One column of debits, one of credits").check();
  await dialog.getByLabel("Debit", { exact: true }).selectOption("Out");
  await dialog.getByLabel("Credit", { exact: true }).selectOption("In");
  await dialog.getByLabel("Balance (optional)").selectOption("Left");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("₦1,000.00")).toBeVisible();
  await dialog.getByRole("button", { name: "Import statement" }).click();
  await expect(page.getByRole("dialog", { name: "2 lines imported" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(account).toContainText("₦3,450.00");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Every day is covered");

  await rows(page).filter({ hasText: "levies.csv" }).getByRole("link").click();
  const drawer = page.getByRole("dialog", { name: "levies.csv" });
  await expect(drawer.getByText("Imported").first()).toBeVisible();
  await drawer.getByRole("button", { name: "Remove statement" }).click();
  await page
    .getByRole("dialog", { name: "Remove levies.csv?" })
    .getByRole("button", { name: "Remove statement" })
    .click();
  await expect(drawer).toBeHidden();
  await expect(account).toContainText("Nothing since");
});
