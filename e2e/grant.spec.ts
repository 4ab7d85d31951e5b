import { expect, fetchPageHtml, rows, test } from "./support/test";

const GRANTS_PATH = "/dashboard/grants";
const PROGRAMMES_PATH = `${GRANTS_PATH}/programmes`;

test("renders grant programmes on the server", async ({ page, as }) => {
  const html = await fetchPageHtml(page, PROGRAMMES_PATH, await as("viewer"));
  expect(html.match(/grants\/programmes\/[\da-f-]{36}/g)?.length).toBeGreaterThan(2);
});

test("goes from figures of the grants overview to the open applications, and opens a new programme once its draft is complete", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(GRANTS_PATH);
  await test.step("overview", async () => {
    await expect(page.getByRole("heading", { name: "Running programmes" })).toBeVisible();
    await page.getByRole("link", { name: "For me to score", exact: true }).click();
    await expect(page).toHaveURL(/review=mine/);
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step("new programme", async () => {
    await page.getByRole("navigation", { name: "Grants" }).getByRole("link", { name: "Programmes" }).click();
    await page.getByRole("link", { name: "New programme" }).click();
    // Waits for the form, because the list's search field matches the label too.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New programme");
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
});
