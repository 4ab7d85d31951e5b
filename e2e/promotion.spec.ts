import { expect, fetchPageHtml, rows, test } from "./support/test";

const PROMOTIONS_PATH = "/dashboard/promotions";
const LIST_PATH = `${PROMOTIONS_PATH}/all`;

test("renders the list of promotions on the server", async ({ page, as }) => {
  const html = await fetchPageHtml(page, LIST_PATH, await as("viewer"));
  expect(html.match(/promotions\/all\/[\da-f-]{36}/g)?.length).toBeGreaterThan(5);
});

test("goes from figures of the promotions overview to their lists and the archive, publishes a new promotion and pauses it with a reason", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(PROMOTIONS_PATH);
  await test.step("overview", async () => {
    await expect(page.getByRole("heading", { name: "Top promotions" })).toBeVisible();
    await page.getByRole("link", { name: "Active promotions", exact: true }).click();
    await expect(page).toHaveURL(/state=active/);
    await expect(rows(page).first()).toContainText("Active");
    await page.goBack();
    await page.getByRole("link", { name: "7 days" }).click();
    await expect(page).toHaveURL(/days=7/);
    await expect(page.getByText("vs previous 7 days")).toBeVisible();
  });

  await test.step("archive", async () => {
    const tabs = page.getByRole("navigation", { name: "Promotions" });
    await tabs.getByRole("link", { name: "All Promotions", exact: true }).click();
    await expect(page).toHaveURL(LIST_PATH);
    await expect(rows(page).first()).toBeVisible();
    await tabs.getByRole("link", { name: "Archive", exact: true }).click();
    await expect(page).toHaveURL(/\/archive$/);
    await expect(rows(page).filter({ hasNotText: "Archived" })).toHaveCount(0);
    await expect(rows(page).first()).toContainText("Archived");
    await tabs.getByRole("link", { name: "All Promotions", exact: true }).click();
  });

  await test.step("new promotion", async () => {
    await page.getByRole("link", { name: "New promotion" }).click();
    // Waits for the form, because the list's search field matches the label too.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New promotion");
    await page.getByLabel("Name").fill("Ferry weeks");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.waitForURL(/promotions\/all\/[\da-f-]{36}/);
    await page.getByLabel("Percentage", { exact: true }).fill("12.5");
    await page.getByRole("checkbox", { name: "Bill payment", exact: true }).check();
    await page.getByLabel("Budget in naira").fill("1,000");
    await page.getByLabel("Starts").fill("2026-01-02T08:00");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("All changes saved")).toBeVisible();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("A mistake in the percentage");
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Paused by an admin.")).toBeVisible();
  });
});
