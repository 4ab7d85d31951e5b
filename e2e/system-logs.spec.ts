import { expect, rows, test } from "./support/test";

const LIST = "/dashboard/system-logs/audit-trails";

test("a row has an address of its own, and the filters around it stay", async ({ page, as }) => {
  await as("viewer");
  await page.goto(`${LIST}?outcome=done`);
  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveURL(/outcome=done&entry=\d+/);
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Hash")).toBeVisible();
  await page.reload();
  await expect(drawer.getByText("Hash")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${LIST}?outcome=done`);
});

test("refused attempts are found by their outcome", async ({ page, as, request }) => {
  const token = await as("viewer");
  const id = "00000000-0000-7000-8000-000000000000";
  await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${token}` },
    data: { version: 1, decision: "approved" },
  });
  await page.goto(`${LIST}?outcome=refused`);
  const row = rows(page).filter({ hasText: "kyc.decide" }).first();
  await expect(row).toContainText("Refused");
  await row.getByRole("link").click();
  await expect(page.getByRole("dialog").getByText("You don't have the right to do this.")).toBeVisible();
});

test("without the right the address leads home", async ({ page, as }) => {
  await as("kyc");
  await page.goto(LIST);
  await expect(page).toHaveURL("/dashboard");
});
