import type { Page } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const USERS_PATH = "/dashboard/user-management/users";

/** Opens the personal data of the user at this position of the list. Each test uses another user, so that tests do not affect each other. */
async function openDataAt(page: Page, rowIndex: number) {
  await page.goto(`${USERS_PATH}?status=active&tier=0&sort=joined_at`);
  const link = rows(page).nth(rowIndex).getByRole("link");
  const [name, href] = [(await link.textContent()) ?? "", await link.getAttribute("href")];
  await page.goto(`${href}?tab=data`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return { name, href: `${href}` };
}

/** Approves the only pending request about this user. Sign in as an admin other than the requester first. */
async function approve(page: Page, name: string) {
  await page.goto("/dashboard/approvals?view=waiting");
  await page.getByRole("button", { name: `Approve: ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("corrects a user's phone number after another admin has compared the old and new number and approved the change", async ({
  page,
  as,
}) => {
  await as("support");
  const { name, href } = await openDataAt(page, 11);
  await page.getByRole("button", { name: "Correct details" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone").fill("0809 555 0123");
  await dialog.getByLabel("Reason").fill("The digit was mistyped at the desk");
  await dialog.getByRole("button", { name: "Request approval" }).click();
  await expect(dialog).toBeHidden();
  const correction = page.getByRole("region", { name: "Requested correction" });
  await expect(correction).toContainText(/→ \+2348095550123/);
  await expect(page.getByText("A correction awaits approval.")).toBeVisible();

  await as("owner");
  await page.goto(href);
  await expect(correction.getByRole("link", { name: "Decide" })).toBeVisible();
  await approve(page, name);
  await page.goto(href);
  await expect(page.getByRole("button", { name: /^Copy phone \+2348095550123/ }).first()).toBeVisible();
  await expect(correction).toHaveCount(0);
});

test("requests a copy of a user's data, which the requester can withdraw but not approve", async ({ page, as }) => {
  await as("owner");
  const { href } = await openDataAt(page, 12);
  await page.getByRole("button", { name: "Request a copy" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Asked for it in writing on Monday");
  await dialog.getByRole("button", { name: "Request approval" }).click();
  await expect(dialog).toBeHidden();
  const request = page.getByRole("region", { name: "Requested copy of all data" });
  await expect(request).toContainText("Asked for it in writing on Monday");
  await expect(page.getByText("A request for a copy awaits approval.")).toBeVisible();
  // Admins can't approve their own request.
  await expect(request.getByRole("link", { name: "Decide" })).toHaveCount(0);
  await request.getByRole("button", { name: "Withdraw the request" }).click();
  await expect(request).toHaveCount(0);
  await expect(page).toHaveURL(`${href}?tab=data`);
});
