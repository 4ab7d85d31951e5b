import type { Locator, Page } from "@playwright/test";
import { newPhone } from "./support/citizen";
import { expect, rows, test } from "./support/test";

/** Replaces the content of a field by pasting from the clipboard. */
async function pasteInto(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((textToCopy) => navigator.clipboard.writeText(textToCopy), text);
  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
}

test("finds a reference pasted into a search box, and keeps a trailing space while a name is typed slowly", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("viewer")}` };
  await page.goto("/dashboard/kyc-management");
  await expect(rows(page).first()).toBeVisible();
  const searchBox = page.getByRole("searchbox", { name: /name, reference or phone/ });
  await pasteInto(page, searchBox, "\u200bKYC-000102\u00a0\u200b");
  await expect(page).toHaveURL(/[?&]q=KYC-000102(&|$)/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("KYC-000102");

  const answer = await request.get("/api/v1/user-management/users?size=20", { headers });
  const name: string = (await answer.json()).data.items[0].name;
  const [firstName = "", lastName = ""] = name.split(" ");
  await page.goto("/dashboard/user-management/users");
  await expect(rows(page).first()).toBeVisible();
  const users = page.getByRole("searchbox", { name: /Search by name/ });
  await users.pressSequentially(`${firstName} `, { delay: 60 });
  // The search runs while the text ends with a space: the URL has the trimmed name, the field keeps the space.
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(firstName);
  await page.waitForTimeout(600);
  await expect(users).toHaveValue(`${firstName} `);
  await users.pressSequentially(lastName, { delay: 350 });
  await expect(users).toHaveValue(`${firstName} ${lastName}`);
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(`${firstName} ${lastName}`);
  await expect(rows(page).first()).toContainText(lastName);
  await page.reload();
  await expect(users).toHaveValue(`${firstName} ${lastName}`);
});

test("list filters accept a pasted amount and provider reference, and refuse an ambiguous amount", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("viewer")}` };
  await page.goto("/dashboard/wallets/grants-pool");
  await page.getByRole("button", { name: "Amount" }).click();
  const amount = page.getByLabel("Amount in naira");
  await pasteInto(page, amount, "30.000");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/This amount is not clear\. Use commas between thousands/)).toBeVisible();
  await pasteInto(page, amount, "₦\u00a030\u2009000\u2009000.00\u200b");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/min=30000000(&|$)/);
  await expect(page.getByText("Amount: at least ₦30,000,000")).toBeVisible();

  const answer = await request.get("/api/v1/transactions?state=succeeded&channel=card&size=20", { headers });
  const reference: string = (await answer.json()).data.items[0].provider_reference;
  await page.goto(`/dashboard/transactions/all?provider_reference=${encodeURIComponent(`“${reference}\u200b”.`)}`);
  await expect(rows(page)).toHaveCount(1);
});

test("cleans a pasted phone number, email and emergency number before they are stored", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/user-management/users");
  await page.getByRole("button", { name: "New user" }).click();
  const formDialog = page.getByRole("dialog", { name: "New user" });
  const nationalNumber = newPhone().slice(4);
  await formDialog.getByLabel("First name").fill("Affiong");
  await pasteInto(page, formDialog.getByLabel("Last name"), "\u200bEtta\u2011Udoh\u00a0");
  await formDialog.getByLabel("Date of birth").fill("1990-05-17");
  await formDialog.getByLabel("Gender").selectOption("female");
  await formDialog.getByLabel("LGA").selectOption("Boki");
  await pasteInto(
    page,
    formDialog.getByLabel("Phone"),
    `\u202a+234 (0) ${nationalNumber.slice(0, 3)}\u00a0${nationalNumber.slice(3)}\u202c`,
  );
  await pasteInto(page, formDialog.getByLabel(/^Email/), `Ekaette <Ekaette.${nationalNumber}@Example.com>`);
  await formDialog.getByRole("button", { name: "Open account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Affiong Etta-Udoh" })).toBeVisible();
  await expect(page.getByText(`+234${nationalNumber}`).first()).toBeVisible();
  await expect(page.getByText(`ekaette.${nationalNumber}@example.com`).first()).toBeVisible();

  await page.goto("/dashboard/app-config/emergency-numbers");
  await page.getByRole("button", { name: "New number" }).click();
  const dialog = page.getByRole("dialog", { name: "New emergency number" });
  const end = nationalNumber.slice(-4);
  await dialog.getByLabel("Name", { exact: true }).fill(`Pasted ${end}`);
  await pasteInto(
    page,
    dialog.getByLabel("Number", { exact: true }),
    `0803\u00a0${nationalNumber.slice(3, 6)}\u2011${end}`,
  );
  await dialog.getByLabel("Category").selectOption("Disaster");
  await dialog.getByLabel("Place").selectOption("Ikom");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: `Pasted ${end}` });
  await expect(row).toContainText(`0803 ${nationalNumber.slice(3, 6)} ${end}`);
  await row.getByRole("button", { name: `Change Pasted ${end}` }).click();
  await page.getByRole("button", { name: "Delete this emergency number" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toHaveCount(0);
});

test("a form accepts a pasted amount and refuses an ambiguous one", async ({ page, as }) => {
  const note = `Pasted, ${Date.now()}`;
  await as("finance");
  await page.goto("/dashboard/wallets");
  await page.getByRole("button", { name: "New manual transfer" }).click();
  const formDialog = page.getByRole("dialog", { name: "New manual transfer" });
  await formDialog.getByLabel("What to do").selectOption("transfer");
  await formDialog.getByLabel("From").selectOption("grants_pool");
  await formDialog.getByLabel("To", { exact: true }).selectOption("promotions_pool");
  await formDialog.getByLabel("Reason").fill(note);
  const amount = formDialog.getByLabel("Amount in naira");
  await pasteInto(page, amount, "12.500");
  await formDialog.getByRole("button", { name: "Save" }).click();
  await expect(formDialog.getByText("This amount is not clear.")).toBeVisible();
  await pasteInto(page, amount, "NGN\u00a012\u2009500.50");
  await formDialog.getByRole("button", { name: "Save" }).click();
  await expect(formDialog).toBeHidden();
  await expect(rows(page).filter({ hasText: "₦12,500.50" }).first()).toBeVisible();
});
