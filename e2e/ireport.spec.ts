// Slow: follows reports from the map to the list, with their URLs.
import type { APIRequestContext, Page } from "@playwright/test";
import { apiSignIn } from "./support/sign-in";
import { expect, fetchPageHtml, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const OVERVIEW_PATH = "/dashboard/ireports";
const LIST_PATH = `${OVERVIEW_PATH}/all`;

const fetchIreportData = async (request: APIRequestContext, token: string, path: string) => {
  const answer = await request.get(`/api/v1/ireports${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
};
const isThumbnailsUrl = (url: string) => /\/ireports\/thumbnails\?ids=/.test(url);

test("renders the list of reports on the server, and loads photos only of rows in view", async ({ page, as }) => {
  const token = await as("civic");
  const address = `${LIST_PATH}?sort=-submitted_at&size=100`;
  const html = await fetchPageHtml(page, address, token);
  expect(new Set(html.match(/IR-\d{6}/g)).size).toBe(100);
  const requestUrls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/") && requestUrls.push(request.url()));
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

test("filters reports by distance to a point, which can be changed and removed", async ({ page, as }) => {
  await as("civic");
  await page.goto(`${LIST_PATH}?near=4.9757,8.3417`);
  await expect(page.getByRole("button", { name: "Remove filter Within 2 km of 4.9757, 8.3417" })).toBeVisible();
  const nearbyCount = await rows(page).count();
  expect(nearbyCount).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Distance" }).click();
  await page.getByRole("radio", { name: "25 km" }).click();
  await expect(page).toHaveURL(/within=25/);
  await page.getByRole("button", { name: /^Remove filter Within 25 km/ }).click();
  await expect(page).toHaveURL((url) => url.search === "");
  await expect(rows(page)).toHaveCount(20);
});

test("acknowledges several selected reports together, and shows a reason for each failure", async ({ page, as }) => {
  await as("civic");
  await page.goto(`${LIST_PATH}?state=submitted,resolved&owner=nobody&sort=-submitted_at`);
  await waitForHydration(page);
  const chooseState = async (state: string) => {
    const row = rows(page).filter({ hasText: state }).first();
    const number = (await row.getByText(/IR-\d{6}/).textContent()) ?? "";
    await row.getByRole("checkbox").check();
    return number;
  };
  const submittedCount = await chooseState("Submitted");
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText(`${submittedCount}: `)).toBeVisible();

  await page.goto(`${LIST_PATH}?state=submitted,resolved&sort=-submitted_at&size=100`);
  await waitForHydration(page);
  const [open, resolvedCount] = [await chooseState("Submitted"), await chooseState("Resolved")];
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "1 of 2 reports acknowledged" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: open })).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: resolvedCount })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.goto(`${LIST_PATH}?q=${open}`);
  await expect(rows(page)).toContainText("Acknowledged");
});

test("the key N in the list of reports claims and opens the report that is due first", async ({ page, as }) => {
  await as("civic");
  await page.goto(LIST_PATH);
  await waitForHydration(page);
  await page.keyboard.press("n");
  await page.waitForURL(/ireports\/all\/[\da-f-]{36}$/);
  await expect(page.getByText(/IR-\d{6}/).first()).toBeVisible();
});

test("shows the list of reports without actions to an admin who may only read", async ({ page, as }) => {
  await as("viewer");
  await page.goto(LIST_PATH);
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByRole("button", { name: /Next for me|Export/ })).toHaveCount(0);
  await expect(rows(page).getByRole("checkbox")).toHaveCount(0);
});

test("lists reports of a private category only to admins with approve right", async ({ page, as, request }) => {
  const token = await as("owner");
  type Category = { id: string; name: string; hidden: boolean; reports: number };
  const { items }: { items: Category[] } = await fetchIreportData(request, token, "/categories");
  const privateCategory = items.find((category) => category.hidden && category.reports > 0);
  expect(privateCategory).toBeDefined();
  const address = `${LIST_PATH}?category=${privateCategory?.id}`;
  await page.goto(address);
  await expect(rows(page).first()).toContainText("Private: only admins with approval rights");
  await as("support");
  await page.goto(address);
  await expect(page.getByText("Nothing matches")).toBeVisible();
  const supportToken = await apiSignIn(request, "support");
  expect(JSON.stringify(await fetchIreportData(request, supportToken, "/stats"))).not.toContain(privateCategory?.name);
});

const mapOf = (page: Page, measure: string) => page.getByRole("group", { name: `${measure} reports by LGA` });

test("a tile of the report overview opens the list of the reports that it counts", async ({ page, as }) => {
  await as("civic");
  await page.goto(OVERVIEW_PATH);
  const lateTile = page.getByRole("link", { name: "Late", exact: true });
  const countShown = Number(
    await page.locator("section", { has: lateTile }).last().getByRole("paragraph").first().textContent(),
  );
  expect(countShown).toBeGreaterThan(0);
  await lateTile.click();
  await expect(page).toHaveURL(/late=true/);
  await expect(rows(page)).toHaveCount(Math.min(countShown, 20));
});

test("filters the newest reports by an LGA chosen on the map by keyboard, and clears the filter by Escape", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(`${OVERVIEW_PATH}?days=90`);
  await waitForHydration(page);
  const lga = mapOf(page, "Open").getByRole("button", { name: /^Ikom:/ });
  await lga.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/days=90&lga=Ikom/);
  await expect(page.getByRole("heading", { name: "Newest in Ikom" })).toBeVisible();
  await expect(lga).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Newest in Ikom" })).toBeVisible();
  await page.getByRole("button", { name: "Late", exact: true }).click();
  await expect(page).toHaveURL(/lga=Ikom&shade=late/);
  const lateOnMap = mapOf(page, "Late").getByRole("button", { name: /^Ikom:/ });
  await lateOnMap.focus();
  await page.keyboard.press("ArrowDown");
  await expect(lateOnMap).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/lga=/);
  await expect(page.getByRole("heading", { name: "Newest reports" })).toBeVisible();
});

test("the table beside the map of reports shows the same figures as the map", async ({ page, as }) => {
  await as("civic");
  await page.goto(OVERVIEW_PATH);
  const label = await mapOf(page, "Open")
    .getByRole("button", { name: /^Calabar Municipal:/ })
    .getAttribute("aria-label");
  const open = /: ([\d,]+) open/.exec(label ?? "")?.[1];
  const link = page.getByRole("link", { name: `Open, Calabar Municipal: ${open}` });
  await link.click();
  await expect(page).toHaveURL(/lga=Calabar\+Municipal/);
  await expect(rows(page)).toHaveCount(Math.min(Number(open), 20));
});

test("keeps the period and the LGA of the report overview in the URL", async ({ page, as }) => {
  await as("civic");
  await page.goto(`${OVERVIEW_PATH}?lga=Ikom`);
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/lga=Ikom&days=7/);
  await expect(page.getByText("vs previous 7 days")).toBeVisible();
  await expect(
    page.getByRole("table", { name: /submitted and resolved on each day/ }).getByRole("rowheader"),
  ).toHaveCount(7);
});
