import { navigateInApp } from "./support/navigate";
import { expect, test } from "./support/test";

const GROUPS_PATH = "/dashboard/user-management/user-groups";

test("Back and a click on a link ask first if a form has unsaved input; Keep editing keeps it, Discard closes the form, Ctrl+Enter submits it", async ({
  page,
  as,
}) => {
  await as("owner");
  const discardDialog = page.getByRole("dialog", { name: "Discard changes?" });
  await test.step("Back, with a form in a dialog", async () => {
    await page.goto(GROUPS_PATH);
    await page.getByRole("button", { name: "New group" }).click();
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("Market traders");
    await page.keyboard.press("End");
    const openedUrl = page.url();
    await page.evaluate(() => history.back());
    await expect(discardDialog).toBeVisible();
    expect(page.url()).toBe(openedUrl);
    await discardDialog.getByRole("button", { name: "Keep editing" }).click();
    await expect(name).toHaveValue("Market traders");

    await page.keyboard.press("Escape");
    await expect(discardDialog).toBeVisible();
    await discardDialog.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("a link, with a form in a page", async () => {
    await navigateInApp(page, "/dashboard/event-management/events/new");
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Harvest walk");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "All events" }).click();
    await expect(discardDialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(discardDialog).toHaveCount(0);
    await expect(title).toHaveValue("Harvest walk");
    await title.press("ControlOrMeta+Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Harvest walk" })).toBeVisible();
  });
});
