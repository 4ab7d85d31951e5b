// Slow: follows reports from the map to the list, with their URLs.
import type { APIRequestContext, Page } from "@playwright/test";
import { apiSignIn } from "./support/sign-in";
import { expect, firstHtml, listening, quiet, rows, test } from "./support/test";

const OVERVIEW = "/dashboard/ireports";
const LIST = `${OVERVIEW}/all`;

const read = async (request: APIRequestContext, token: string, path: string) => {
  const answer = await request.get(`/api/v1/ireports${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
};
const isThumbnails = (url: string) => /\/ireports\/thumbnails\?ids=/.test(url);

test.describe("the list of reports", () => {
  test("renders rows on the server, and loads photos only of rows in view", async ({ page, as }) => {
    const token = await as("civic");
    const address = `${LIST}?sort=-submitted_at&size=100`;
    const html = await firstHtml(page, address, token);
    expect(new Set(html.match(/IR-\d{6}/g)).size).toBe(100);
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
    await page.goto(address);
    await expect(rows(page)).toHaveCount(100);
    await quiet(page);
    // On a slow machine the first poll for changes may have happened by then.
    expect(calls.filter((url) => !isThumbnails(url) && !url.includes("/pulse?"))).toEqual([]);
    const inView = calls.filter(isThumbnails).length;
    // One call for all rows in view, because each call adds a row to the audit trail.
    expect(inView).toBeLessThanOrEqual(2);
    const last = rows(page)
      .getByText(/^\d photos?$/)
      .last();
    await last.evaluate((photos) => photos.closest("td")?.scrollIntoView());
    await expect.poll(() => calls.filter(isThumbnails).length).toBeGreaterThan(inView);
    await expect(rows(page).locator("img").first()).toBeAttached();
  });

  test("keeps filters in the URL across reload and Back", async ({ page, as }) => {
    await as("civic");
    await page.goto(LIST);
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
    // The previous rows stay on screen until the response arrives.
    await quiet(page);
    const shown = await rows(page).locator("td:nth-child(2)").allInnerTexts();
    // A category of the first level includes those below it.
    const categories = rows(page).locator("td:nth-child(3) span[title] + span[title]");
    expect(new Set(await categories.allInnerTexts()).size).toBeGreaterThan(1);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    expect(await rows(page).locator("td:nth-child(2)").allInnerTexts()).toEqual(shown);
    await page.goBack();
    await expect(page).not.toHaveURL(/category=/);
    await expect(page.getByRole("button", { name: "Remove filter State: Resolved" })).toBeVisible();
  });

  test("filters by distance to a point, which can be changed and removed", async ({ page, as }) => {
    await as("civic");
    await page.goto(`${LIST}?near=4.9757,8.3417`);
    await expect(page.getByRole("button", { name: "Remove filter Within 2 km of 4.9757, 8.3417" })).toBeVisible();
    const near = await rows(page).count();
    expect(near).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Distance" }).click();
    await page.getByRole("radio", { name: "25 km" }).click();
    await expect(page).toHaveURL(/within=25/);
    await page.getByRole("button", { name: /^Remove filter Within 25 km/ }).click();
    await expect(page).toHaveURL((url) => url.search === "");
    await expect(rows(page)).toHaveCount(20);
  });

  test("acknowledges several reports together, with a reason for each that can't be", async ({ page, as }) => {
    await as("civic");
    await page.goto(`${LIST}?state=submitted,resolved&owner=nobody&sort=-submitted_at`);
    await listening(page);
    const choose = async (state: string) => {
      const row = rows(page).filter({ hasText: state }).first();
      const number = (await row.getByText(/IR-\d{6}/).textContent()) ?? "";
      await row.getByRole("checkbox").check();
      return number;
    };
    const submitted = await choose("Submitted");
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await expect(page.getByText(`${submitted}: `)).toBeVisible();

    await page.goto(`${LIST}?state=submitted,resolved&sort=-submitted_at&size=100`);
    await listening(page);
    const [open, closed] = [await choose("Submitted"), await choose("Resolved")];
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "1 of 2 reports acknowledged" });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ hasText: open })).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ hasText: closed })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.goto(`${LIST}?q=${open}`);
    await expect(rows(page)).toContainText("Acknowledged");
  });

  test("claims and opens the report that is due first by N", async ({ page, as }) => {
    await as("civic");
    await page.goto(LIST);
    await listening(page);
    await page.keyboard.press("n");
    await page.waitForURL(/ireports\/all\/[\da-f-]{36}$/);
    await expect(page.getByText(/IR-\d{6}/).first()).toBeVisible();
  });

  test("shows no actions to an admin with read rights only", async ({ page, as }) => {
    await as("viewer");
    await page.goto(LIST);
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByRole("button", { name: /Next for me|Export/ })).toHaveCount(0);
    await expect(rows(page).getByRole("checkbox")).toHaveCount(0);
  });

  test("shows a private category with a lock only to admins with approve right", async ({ page, as, request }) => {
    const token = await as("owner");
    type Category = { id: string; name: string; hidden: boolean; reports: number };
    const { items }: { items: Category[] } = await read(request, token, "/categories");
    const hidden = items.find((category) => category.hidden && category.reports > 0);
    expect(hidden).toBeDefined();
    const address = `${LIST}?category=${hidden?.id}`;
    await page.goto(address);
    await expect(rows(page).first()).toContainText("Private: only admins with approval rights");
    await as("support");
    await page.goto(address);
    await expect(page.getByText("Nothing matches")).toBeVisible();
    const support = await apiSignIn(request, "support");
    expect(JSON.stringify(await read(request, support, "/stats"))).not.toContain(hidden?.name);
  });
});

test.describe("the overview of reports", () => {
  const map = (page: Page, what: string) => page.getByRole("group", { name: `${what} reports by LGA` });

  test("opens from a tile the reports that it counts", async ({ page, as }) => {
    await as("civic");
    await page.goto(OVERVIEW);
    const tile = page.getByRole("link", { name: "Late", exact: true });
    const counted = Number(
      await page.locator("section", { has: tile }).last().getByRole("paragraph").first().textContent(),
    );
    expect(counted).toBeGreaterThan(0);
    await tile.click();
    await expect(page).toHaveURL(/late=true/);
    await expect(rows(page)).toHaveCount(Math.min(counted, 20));
  });

  test("filters the newest reports by an LGA chosen on the map by keyboard, and clears it by Escape", async ({
    page,
    as,
  }) => {
    await as("civic");
    await page.goto(`${OVERVIEW}?days=90`);
    await listening(page);
    const lga = map(page, "Open").getByRole("button", { name: /^Ikom:/ });
    await lga.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/days=90&lga=Ikom/);
    await expect(page.getByRole("heading", { name: "Newest in Ikom" })).toBeVisible();
    await expect(lga).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Newest in Ikom" })).toBeVisible();
    await page.getByRole("button", { name: "Late", exact: true }).click();
    await expect(page).toHaveURL(/lga=Ikom&shade=late/);
    const late = map(page, "Late").getByRole("button", { name: /^Ikom:/ });
    await late.focus();
    await page.keyboard.press("ArrowDown");
    await expect(late).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/lga=/);
    await expect(page.getByRole("heading", { name: "Newest reports" })).toBeVisible();
  });

  test("shows the same figures in the table as on the map", async ({ page, as }) => {
    await as("civic");
    await page.goto(OVERVIEW);
    const label = await map(page, "Open")
      .getByRole("button", { name: /^Calabar Municipal:/ })
      .getAttribute("aria-label");
    const open = /: ([\d,]+) open/.exec(label ?? "")?.[1];
    const link = page.getByRole("link", { name: `Open, Calabar Municipal: ${open}` });
    await link.click();
    await expect(page).toHaveURL(/lga=Calabar\+Municipal/);
    await expect(rows(page)).toHaveCount(Math.min(Number(open), 20));
  });

  test("keeps the period in the URL, together with the LGA", async ({ page, as }) => {
    await as("civic");
    await page.goto(`${OVERVIEW}?lga=Ikom`);
    await page.getByRole("link", { name: "7 days" }).click();
    await expect(page).toHaveURL(/lga=Ikom&days=7/);
    await expect(page.getByText("vs previous 7 days")).toBeVisible();
    await expect(
      page.getByRole("table", { name: /submitted and resolved on each day/ }).getByRole("rowheader"),
    ).toHaveCount(7);
  });
});
