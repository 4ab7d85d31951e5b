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

  const answer = await request.get("/api/v1/kyc?size=20", { headers });
  const name: string = (await answer.json()).data.items[0].name;
  const [firstName = "", lastName = ""] = name.split(" ");
  await searchBox.clear();
  await searchBox.pressSequentially(`${firstName} `, { delay: 60 });
  // The search runs while the text ends with a space: the URL has the trimmed name, the field keeps the space.
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(firstName);
  await page.waitForTimeout(600);
  await expect(searchBox).toHaveValue(`${firstName} `);
  await searchBox.pressSequentially(lastName, { delay: 350 });
  await expect(searchBox).toHaveValue(`${firstName} ${lastName}`);
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(`${firstName} ${lastName}`);
  await expect(rows(page).first()).toContainText(lastName);
  await page.reload();
  await expect(searchBox).toHaveValue(`${firstName} ${lastName}`);
});

test("cleans a pasted name, phone number and email of a new user before they are stored", async ({ page, as }) => {
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
});
