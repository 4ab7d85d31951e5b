import { expect, fetchPageHtml, rows, test, waitForNetworkQuiet } from "./support/test";

const PROMOTIONS_PATH = "/dashboard/promotions";
const LIST_PATH = `${PROMOTIONS_PATH}/all`;

test("links figures of the promotions overview to their lists", async ({ page, as }) => {
  await as("civic");
  await page.goto(PROMOTIONS_PATH);
  await expect(page.getByRole("heading", { name: "Top promotions" })).toBeVisible();
  await page.getByRole("link", { name: "Active promotions", exact: true }).click();
  await expect(page).toHaveURL(/state=active/);
  await expect(rows(page).first()).toContainText("Active");
  await page.goBack();
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByText("vs previous 7 days")).toBeVisible();
});

test("renders the list of promotions on the server and keeps its filters in the URL", async ({ page, as }) => {
  const token = await as("viewer");
  const html = await fetchPageHtml(page, LIST_PATH, token);
  expect(html.match(/promotions\/all\/[\da-f-]{36}/g)?.length).toBeGreaterThan(5);
  await page.goto(`${LIST_PATH}?state=draft`);
  await expect(rows(page).first()).toContainText("Draft");
  await waitForNetworkQuiet(page);
  await expect(page.getByRole("link", { name: "New promotion" })).toHaveCount(0);
  await page.getByRole("searchbox").first().fill("no promotion has these words");
  await expect(page.getByText("Nothing matches")).toBeVisible();
});

test("the archive of promotions shows only archived ones", async ({ page, as }) => {
  await as("civic");
  await page.goto(LIST_PATH);
  await waitForNetworkQuiet(page);
  await page.getByRole("link", { name: "Archive", exact: true }).click();
  await expect(page).toHaveURL(/\/archive$/);
  await expect(rows(page).first()).toContainText("Archived");
  await waitForNetworkQuiet(page);
  for (const row of await rows(page).all()) await expect(row).toContainText("Archived");
});

test("publishes a draft promotion and pauses it with a reason", async ({ page, as }) => {
  await as("civic");
  await page.goto(`${LIST_PATH}/new`);
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
