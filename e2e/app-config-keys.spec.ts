import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { expect, test } from "./support/test";

const KEYS_PATH = "/dashboard/app-config/notifications?view=app-keys";

/** Calls the citizen app's API with an app key. @returns the HTTP status */
const statusOf = async (request: APIRequestContext, path: string, key: string) =>
  (await request.get(`/api/v1/app/${path}`, { headers: { authorization: `Bearer ${key}` } })).status();

/** Returns the new app key, which is shown only once, and closes its dialog. */
async function saveShownKey(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: `Key ${name}` });
  const key = (await dialog.locator("code").textContent()) ?? "";
  expect(key).toMatch(/^crp_[\w-]{43}$/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await expect(dialog).toBeHidden();
  return key;
}

test("creates an app key, calls the citizen app's API with it, rotates it, and revokes the old and the new key", async ({
  page,
  as,
  request,
}) => {
  await as("owner");
  await page.goto("/dashboard/app-config/notifications");
  await page.getByRole("link", { name: "App keys" }).click();
  await expect(page).toHaveURL(KEYS_PATH);
  await expect(page.getByText("From settings").first()).toBeVisible();
  await page.getByRole("button", { name: "New app key" }).click();
  const form = page.getByRole("dialog", { name: "New app key" });
  await form.getByLabel("Name", { exact: true }).fill("E2E server");
  await form.getByLabel("App", { exact: true }).fill("e2e-app");
  await form.getByLabel("Only these groups").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Choose at least one group of calls, or all.")).toBeVisible();
  await form.getByLabel("Reports").check();
  await expectNoViolations(page);
  await form.getByRole("button", { name: "Save" }).click();
  const first = await saveShownKey(page, "E2E server");

  expect(await statusOf(request, "report-categories", first)).toBe(200);
  expect(await statusOf(request, "announcements", first)).toBe(403);

  await page.getByRole("button", { name: `Rotate E2E server, ${first.slice(0, 10)}` }).click();
  const rotation = page.getByRole("dialog", { name: "Rotate E2E server?" });
  await expect(rotation.getByLabel("Hours until the old key ends")).toHaveValue("24");
  await rotation.getByRole("button", { name: "Make a new key" }).click();
  const second = await saveShownKey(page, "E2E server");
  expect(second).not.toBe(first);
  for (const key of [first, second]) expect(await statusOf(request, "report-categories", key)).toBe(200);
  await expect(page.getByText("Replaced by")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const key of [first, second]) {
    await page.getByRole("button", { name: `End E2E server, ${key.slice(0, 10)}` }).click();
    const confirmation = page.getByRole("dialog", { name: "End E2E server?" });
    await expect(confirmation.getByText("Last used:")).toBeVisible();
    await confirmation.getByRole("button", { name: "End the key" }).click();
    await expect(confirmation).toBeHidden();
    expect(await statusOf(request, "report-categories", key)).toBe(401);
  }
  await expect(page.getByText("E2E server", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Ended keys" }).click();
  await expect(page.getByText("E2E server", { exact: true })).toHaveCount(2);
});
