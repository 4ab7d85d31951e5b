import type { APIRequestContext, Page } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const LIST_PATH = "/dashboard/app-config/notifications";
const API_PATH = "/api/v1/app-config/broadcasts";
const BROADCAST_DRAFT = {
  title: "Water comes back",
  text: "Water in Calabar South is back from 18:00.",
  image_id: null,
  destination: { kind: "home", target: "" },
  audience: { kind: "everybody" },
  mail_without_device: false,
};
const uniqueName = (name: string) => `${name} ${Date.now()}`;
const saveButton = (page: Page) => page.getByRole("button", { name: "Save draft" });

async function createBroadcast(request: APIRequestContext, token: string, values: object = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.post(API_PATH, { headers, data: { ...BROADCAST_DRAFT, ...values } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data as { id: string; version: number; title: string };
}

test("saves a notification, finds it in the list, and refuses to send it without Firebase settings", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  await as("owner");
  const title = uniqueName("Ferry");
  await page.goto(LIST_PATH);
  await expect(page.getByText("FIREBASE_SERVICE_ACCOUNT")).toBeVisible();
  await page.getByRole("link", { name: "New notification" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New notification");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Text", { exact: true }).fill("It sails at 08:00.");
  await expect(page.getByRole("figure", { name: "Preview on a locked phone" })).toContainText("It sails at 08:00.");
  await page.getByLabel("People of some LGAs").check();
  await page.getByLabel("Search LGAs").fill("iko");
  await page.getByLabel("Ikom", { exact: true }).check();
  await expect(page.getByText(/people, .* devices?\./)).toBeVisible();
  await saveButton(page).click();
  await expect(page).toHaveURL(/notifications\/[\da-f-]{36}$/);
  await expect(page.getByText("Draft saved")).toBeVisible();

  await page.getByRole("button", { name: "Send or schedule…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Send to / }).click();
  await expect(dialog.getByText("Ask operations to set FIREBASE_SERVICE_ACCOUNT.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Notifications" }).click();
  // Waits until the list is open, because the editor also has a search field.
  await expect(page).toHaveURL(LIST_PATH);
  await page.getByRole("searchbox").fill(title);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("Ikom");
});

test("keeps a notification's input when two admins change it and across a reload, and saves it by keyboard alone on a phone", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const token = await as("owner");
  const created = await createBroadcast(request, token, { title: uniqueName("Conflict") });
  await page.goto(`${LIST_PATH}/${created.id}`);

  await test.step("two admins change the same notification", async () => {
    await page.getByLabel("Text", { exact: true }).fill("Mine.");
    const headers = { authorization: `Bearer ${token}` };
    const otherEdit = { ...BROADCAST_DRAFT, title: created.title, text: "Theirs.", version: created.version };
    expect((await request.patch(`${API_PATH}/${created.id}`, { headers, data: otherEdit })).status()).toBe(200);
    await saveButton(page).click();
    await expect(page.getByText("Text: Theirs.")).toBeVisible();
    await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Mine.");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(page.getByText("Draft saved")).toBeVisible();
    const storedBroadcast = await (await request.get(`${API_PATH}/${created.id}`, { headers })).json();
    expect(storedBroadcast.data).toMatchObject({ text: "Mine.", version: 3 });
  });

  await test.step("reload with unsaved input", async () => {
    await page.getByLabel("Text", { exact: true }).fill("Not saved yet.");
    await expect(page.getByText("Unsaved changes")).toBeVisible();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Not saved yet.");
  });

  await test.step("save by keyboard on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel("Title", { exact: true }).focus();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${created.title}!`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test("shows the results of a sent notification and cancels a scheduled one", async ({ page, as }) => {
  await as("owner");
  await page.goto(`${LIST_PATH}?state=sent`);
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
  await expect(page.getByText("App removed")).toBeVisible();
  await page.goto(`${LIST_PATH}?state=scheduled`);
  await rows(page).first().getByRole("link").first().click();
  await page.getByRole("button", { name: "Cancel schedule" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel schedule" }).click();
  await expect(saveButton(page)).toBeVisible();
});
