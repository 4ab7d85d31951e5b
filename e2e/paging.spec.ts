import type { APIRequestContext, Page } from "@playwright/test";
import { asApp } from "./support/citizen";
import { expect, rows, test } from "./support/test";

const LIST = "/dashboard/transactions/all";

/** Returns the references on screen, once the page that begins with this row is shown. */
async function references(page: Page, firstRow: number): Promise<string[]> {
  // Not "21–" for the first row 1.
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(new RegExp(`(?<!\\d)${firstRow}–`));
  return rows(page).evaluateAll((all) => all.map((row) => row.querySelector("a")?.textContent ?? ""));
}

/** Returns a citizen who has funded a wallet before and does it again with `pay`. */
async function payer(request: APIRequestContext, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.get("/api/v1/transactions?type=wallet_funding&state=succeeded&max=5000", { headers });
  return (await answer.json()).data.items[0].user.id;
}

const pay = (request: APIRequestContext, userId: string) =>
  asApp(request, "POST", "/payments", {
    user_id: userId,
    type: "wallet_funding",
    method: "card",
    amount: 50_000,
    description: "Top up",
  });

test("keeps the rows in place while payments arrive, and shows new ones on demand", async ({ page, as, request }) => {
  const userId = await payer(request, await as("finance"));
  await page.goto(LIST);
  const first = await references(page, 1);
  const arrived: string[] = [];
  for (let n = 0; n < 3; n++) arrived.unshift((await pay(request, userId)).reference);

  await page.getByRole("button", { name: "Next page" }).click();
  const second = await references(page, 21);
  expect(second.filter((reference) => first.includes(reference))).toEqual([]);
  await page.getByRole("button", { name: "Previous page" }).click();
  expect(await references(page, 1)).toEqual(first);

  // Page 2 shows the number of newer rows as well. Opens them by keyboard.
  await page.getByRole("button", { name: "Next page" }).click();
  expect(await references(page, 21)).toEqual(second);
  const news = page.getByRole("button", { name: /^Show \d+ new$/ });
  await expect(news).toBeVisible();
  await expect(page.getByText("New rows have arrived. The button above the rows shows them.")).toBeAttached();
  await news.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(LIST);
  await expect(rows(page).filter({ hasText: arrived[2] })).toBeVisible();
  const newest = await references(page, 1);
  expect(newest.filter((reference) => arrived.includes(reference))).toEqual(arrived);
  await expect(news).toBeHidden();
  await expect(page.getByRole("region", { name: "Transactions" })).toBeFocused();
  await page.getByRole("button", { name: "Next page" }).click();
  const after = await references(page, 21);
  expect(after.filter((reference) => newest.includes(reference))).toEqual([]);
});

test("returns to the same rows of a later page from a record, and shows current ones after a reload", async ({
  page,
  as,
  request,
}) => {
  const userId = await payer(request, await as("finance"));
  await page.goto(LIST);
  await references(page, 1);
  await page.getByRole("button", { name: "Next page" }).click();
  const second = await references(page, 21);
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(second[0] ?? "");
  await pay(request, userId);
  await page.goBack();
  expect(await references(page, 21)).toEqual(second);
  await page.reload();
  expect((await references(page, 21)).slice(1)).toEqual(second.slice(0, 19));
});

test("offers rows that arrive on the first page without moving those on screen", async ({ page, as, request }) => {
  const userId = await payer(request, await as("finance"));
  await page.goto(LIST);
  const first = await references(page, 1);
  const place = await rows(page).nth(1).boundingBox();
  await pay(request, userId);
  const news = page.getByRole("button", { name: /^Show \d+ new$/ });
  await expect(news).toBeVisible({ timeout: 40_000 });
  expect(await references(page, 1)).toEqual(first);
  expect(await rows(page).nth(1).boundingBox()).toEqual(place);
  await news.click();
  await expect(news).toBeHidden();
  await expect.poll(async () => (await references(page, 1)).slice(1)).toEqual(first.slice(0, 19));
});
