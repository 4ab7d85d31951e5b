import type { APIRequestContext, Page } from "@playwright/test";
import { expect, fetchPageHtml, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const OVERVIEW_PATH = "/dashboard/ireports";
const LIST_PATH = `${OVERVIEW_PATH}/all`;

const fetchIreportData = async (request: APIRequestContext, token: string, path: string) => {
  const answer = await request.get(`/api/v1/ireports${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
};
const isThumbnailsUrl = (url: string) => /\/ireports\/thumbnails\?ids=/.test(url);

test("renders the list of reports on the server, loads photos only of rows in view, acknowledges selected reports, and opens the next one by the key N", async ({
  page,
  as,
  request,
}) => {
  const token = await as("civic");
  const address = `${LIST_PATH}?state=submitted,resolved&sort=-submitted_at&size=100`;
  const html = await fetchPageHtml(page, address, token);
  expect(new Set(html.match(/IR-\d{6}/g)).size).toBe(100);
  const requestUrls: string[] = [];
  page.on("request", (each) => each.url().includes("/api/") && requestUrls.push(each.url()));
  await page.goto(address);
  await expect(rows(page)).toHaveCount(100);
  await waitForNetworkQuiet(page);
  // Ignores the poll for changed reports, which the page may have sent already on a slow machine.
  expect(requestUrls.filter((url) => !isThumbnailsUrl(url) && !url.includes("/pulse?"))).toEqual([]);
  const thumbnailCalls = requestUrls.filter(isThumbnailsUrl).length;
  // Expects one request for the photos of all visible rows, because each request adds a row to the audit trail.
  expect(thumbnailCalls).toBeLessThanOrEqual(2);
  const lastRow = rows(page)
    .getByText(/^\d photos?$/)
    .last();
  await lastRow.evaluate((photos) => photos.closest("td")?.scrollIntoView());
  await expect.poll(() => requestUrls.filter(isThumbnailsUrl).length).toBeGreaterThan(thumbnailCalls);
  await expect(rows(page).locator("img").first()).toBeAttached();

  await waitForHydration(page);
  const dialog = page.getByRole("dialog", { name: "1 of 2 reports acknowledged" });
  const selectRow = async (state: string) => {
    const row = rows(page).filter({ hasText: state }).first();
    const number = (await row.getByText(/IR-\d{6}/).textContent()) ?? "";
    await row.getByRole("checkbox").check();
    return number;
  };
  await test.step("one report", async () => {
    const number = await selectRow("Submitted");
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await expect(page.getByText(`${number}: `)).toBeVisible();
    await expect(rows(page).filter({ hasText: number })).toHaveCount(0);
  });
  await test.step("two reports, with a reason for the failure", async () => {
    const [submitted, resolved] = [await selectRow("Submitted"), await selectRow("Resolved")];
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await expect(dialog).toBeVisible();
    for (const number of [submitted, resolved])
      await expect(dialog.getByRole("listitem").filter({ hasText: number })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    const { items } = await fetchIreportData(request, token, `?q=${submitted}`);
    expect(items).toMatchObject([{ number: submitted, state: "acknowledged" }]);
  });
  await test.step("the key N claims and opens the report that is due first", async () => {
    await expect(dialog).toBeHidden();
    await page.keyboard.press("n");
    await page.waitForURL(/ireports\/all\/[\da-f-]{36}$/);
    await expect(page.getByText(/IR-\d{6}/).first()).toBeVisible();
  });
});

test("keeps filters of the list of reports in the URL across reload and Back", async ({ page, as }) => {
  await as("civic");
  await page.goto(LIST_PATH);
  await page
    .getByRole("button", { name: /^State/ })
    .first()
    .click();
  await page.getByRole("checkbox", { name: "Resolved" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/state=resolved/);
  await expect(rows(page).first()).toContainText("Resolved");
  await page.getByRole("button", { name: "Category" }).click();
  await page.getByRole("checkbox", { name: "Roads and transport" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/category=[\da-f-]{36}/);
  await expect(page.getByRole("button", { name: "Remove filter Category: Roads and transport" })).toBeVisible();
  // Waits for the response, because the previous rows stay on screen until it arrives.
  await waitForNetworkQuiet(page);
  const cellTexts = await rows(page).locator("td:nth-child(2)").allInnerTexts();
  // The filter for a first-level category includes its subcategories.
  const categories = rows(page).locator("td:nth-child(3) span[title] + span[title]");
  expect(new Set(await categories.allInnerTexts()).size).toBeGreaterThan(1);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await rows(page).locator("td:nth-child(2)").allInnerTexts()).toEqual(cellTexts);
  await page.goBack();
  await expect(page).not.toHaveURL(/category=/);
  await expect(page.getByRole("button", { name: "Remove filter State: Resolved" })).toBeVisible();
});

const mapOf = (page: Page, measure: string) => page.getByRole("group", { name: `${measure} reports by LGA` });

test("filters the report overview by an LGA chosen on the map by keyboard, and leads from its figures to the reports that they count", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(`${OVERVIEW_PATH}?days=90`);
  await waitForHydration(page);
  const lga = mapOf(page, "Open").getByRole("button", { name: /^Ikom:/ });
  await test.step("keeps LGA and period in the URL", async () => {
    await lga.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/days=90&lga=Ikom/);
    await expect(page.getByRole("heading", { name: "Newest in Ikom" })).toBeVisible();
    await expect(lga).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Newest in Ikom" })).toBeVisible();
    await page.getByRole("link", { name: "7 days" }).click();
    await expect(page).toHaveURL(/days=7&lga=Ikom/);
    await expect(page.getByText("vs previous 7 days")).toBeVisible();
    await expect(
      page.getByRole("table", { name: /submitted and resolved on each day/ }).getByRole("rowheader"),
    ).toHaveCount(7);
  });
  await test.step("clears the LGA by Escape", async () => {
    await page.getByRole("button", { name: "Late", exact: true }).click();
    await expect(page).toHaveURL(/days=7&lga=Ikom&shade=late/);
    const lateOnMap = mapOf(page, "Late").getByRole("button", { name: /^Ikom:/ });
    await lateOnMap.focus();
    await page.keyboard.press("ArrowDown");
    await expect(lateOnMap).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/lga=/);
    await expect(page.getByRole("heading", { name: "Newest reports" })).toBeVisible();
  });
  await test.step("a tile opens the list of the reports that it counts", async () => {
    const lateTile = page.getByRole("link", { name: "Late", exact: true });
    const countShown = Number(
      await page.locator("section", { has: lateTile }).last().getByRole("paragraph").first().textContent(),
    );
    expect(countShown).toBeGreaterThan(0);
    await lateTile.click();
    await expect(page).toHaveURL(/late=true/);
    await expect(rows(page)).toHaveCount(Math.min(countShown, 20));
    await page.goBack();
  });
  await test.step("the table beside the map shows the same figures as the map", async () => {
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const label = await mapOf(page, "Open")
      .getByRole("button", { name: /^Calabar Municipal:/ })
      .getAttribute("aria-label");
    const open = /: ([\d,]+) open/.exec(label ?? "")?.[1];
    await page.getByRole("link", { name: `Open, Calabar Municipal: ${open}` }).click();
    await expect(page).toHaveURL(/lga=Calabar\+Municipal/);
    await expect(rows(page)).toHaveCount(Math.min(Number(open), 20));
  });
});
