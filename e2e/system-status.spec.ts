import { latestMail } from "./support/mail";
import { expect, rows, test } from "./support/test";

test("System Status shows working and unconfigured services, fits on a phone, and sends a test mail", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/system-logs/audit-trails");
  await page.getByRole("link", { name: "System Status" }).click();
  await expect(page).toHaveURL("/dashboard/system-logs/status");
  const database = page.getByRole("region", { name: "Database" });
  await expect(database.getByText("Working")).toBeVisible();
  await expect(database.getByText("PostgreSQL")).toBeVisible();
  const mail = page.getByRole("region", { name: "Mail" });
  await expect(mail.getByText("Not set up")).toBeVisible();
  await expect(mail.getByText("Set SMTP_URL")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("region", { name: "Backup" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });

  const sentAt = Date.now();
  await page.getByRole("button", { name: "Send a test mail to me" }).click();
  await expect(page.getByText("The test mail was written to the folder outbox of DATA_DIR.")).toBeVisible();
  expect(await latestMail("owner@crossriverpay.example", sentAt)).toContain("It shows that mail works.");

  await page.getByRole("link", { name: "Audit Trail" }).click();
  const row = rows(page).first();
  await expect(row).toContainText("Sent a test mail");
  await row.getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("Request id")).toBeVisible();
});
