import { expect, fetchPageHtml, rows, test, waitForNetworkQuiet } from "./support/test";

const GRANTS_PATH = "/dashboard/grants";
const PROGRAMMES_PATH = `${GRANTS_PATH}/programmes`;

test("links figures of the grants overview to the open applications", async ({ page, as }) => {
  await as("civic");
  await page.goto(GRANTS_PATH);
  await expect(page.getByRole("heading", { name: "Running programmes" })).toBeVisible();
  await page.getByRole("link", { name: "For me to score", exact: true }).click();
  await expect(page).toHaveURL(/review=mine/);
  await expect(rows(page).first()).toBeVisible();
});

test("renders grant programmes on the server and filters them by state", async ({ page, as }) => {
  const token = await as("viewer");
  const html = await fetchPageHtml(page, PROGRAMMES_PATH, token);
  expect(html.match(/grants\/programmes\/[\da-f-]{36}/g)?.length).toBeGreaterThan(2);
  await page.goto(`${PROGRAMMES_PATH}?state=draft`);
  await waitForNetworkQuiet(page);
  for (const row of await rows(page).all()) await expect(row).toContainText("Draft");
  await expect(page.getByRole("link", { name: "New programme" })).toHaveCount(0);
});

test("lists the missing fields of a draft programme, and opens it once complete", async ({ page, as }) => {
  await as("civic");
  await page.goto(`${PROGRAMMES_PATH}/new`);
  await page.getByLabel("Name").fill("Looms for weavers");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/programmes\/[\da-f-]{36}/);
  await expect(page.getByText("Before it can be opened")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open programme" })).toBeDisabled();
  await page.getByLabel("Sponsor").fill("Ministry of Commerce");
  await page.getByLabel("Purpose").fill("Looms for weavers in the north.");
  await page.getByLabel("Amount in naira").fill("500");
  await page.getByLabel("Budget in naira").fill("1,000");
  await page.getByLabel("Accepts applications from").fill("2026-01-02T08:00");
  await page.getByLabel("Until").fill("2031-01-02T08:00");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("All changes saved")).toBeVisible();
  await page.getByRole("button", { name: "Open programme" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Raise budget" })).toBeVisible();
  await expect(page.getByLabel("Sponsor")).toHaveAttribute("readonly", "");
});
