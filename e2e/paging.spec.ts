import type { APIRequestContext, Page } from "@playwright/test";
import { callAsApp } from "./support/citizen";
import { expect, rows, test } from "./support/test";

const LIST_PATH = "/dashboard/transactions/all";

/** Waits until the list shows the page that begins with this row number. @returns the references of its rows */
async function readReferences(page: Page, firstRow: number): Promise<string[]> {
  // Excludes a digit before the number, so that 1 does not match "21–".
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(new RegExp(`(?<!\\d)${firstRow}–`));
  return rows(page).evaluateAll((rowElements) => rowElements.map((row) => row.querySelector("a")?.textContent ?? ""));
}

/** Returns a citizen who has funded a wallet before, so that `makePayment` may fund that wallet. */
async function findPayer(request: APIRequestContext, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.get("/api/v1/transactions?type=wallet_funding&state=succeeded&max=5000", { headers });
  return (await answer.json()).data.items[0].user.id;
}

const makePayment = (request: APIRequestContext, userId: string) =>
  callAsApp(request, "POST", "/payments", {
    user_id: userId,
    type: "wallet_funding",
    method: "card",
    amount: 50_000,
    description: "Top up",
  });

test("a list keeps its rows in place while payments arrive, until the admin opens the new rows or reloads", async ({
  page,
  as,
  request,
}) => {
  const userId = await findPayer(request, await as("finance"));
  await page.clock.install();
  await page.goto(LIST_PATH);
  const newRowsButton = page.getByRole("button", { name: /^Show \d+ new$/ });

  await test.step("after half a minute, the first page offers new rows without moving the visible ones", async () => {
    const firstPage = await readReferences(page, 1);
    const rowBox = await rows(page).nth(1).boundingBox();
    await makePayment(request, userId);
    await expect(newRowsButton).toBeHidden();
    await page.clock.runFor(31_000);
    await expect(newRowsButton).toBeVisible();
    expect(await readReferences(page, 1)).toEqual(firstPage);
    expect(await rows(page).nth(1).boundingBox()).toEqual(rowBox);
    await newRowsButton.click();
    await expect(newRowsButton).toBeHidden();
    await expect.poll(async () => (await readReferences(page, 1)).slice(1)).toEqual(firstPage.slice(0, 19));
  });

  await test.step("pages keep their rows while the admin moves between them", async () => {
    const firstPage = await readReferences(page, 1);
    const newReferences: string[] = [];
    for (let n = 0; n < 3; n++) newReferences.unshift((await makePayment(request, userId)).reference);

    await page.getByRole("button", { name: "Next page" }).click();
    const secondPage = await readReferences(page, 21);
    expect(secondPage.filter((reference) => firstPage.includes(reference))).toEqual([]);
    await page.getByRole("button", { name: "Previous page" }).click();
    expect(await readReferences(page, 1)).toEqual(firstPage);

    // Page 2 also shows the number of newer rows, which are opened by keyboard.
    await page.getByRole("button", { name: "Next page" }).click();
    expect(await readReferences(page, 21)).toEqual(secondPage);
    await expect(newRowsButton).toBeVisible();
    await expect(page.getByText("New rows have arrived. The button above the rows shows them.")).toBeAttached();
    await newRowsButton.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(LIST_PATH);
    await expect(rows(page).filter({ hasText: newReferences[2] })).toBeVisible();
    const firstPageAfter = await readReferences(page, 1);
    expect(firstPageAfter.filter((reference) => newReferences.includes(reference))).toEqual(newReferences);
    await expect(newRowsButton).toBeHidden();
    await expect(page.getByRole("region", { name: "Transactions" })).toBeFocused();
    await page.getByRole("button", { name: "Next page" }).click();
    const secondPageAfter = await readReferences(page, 21);
    expect(secondPageAfter.filter((reference) => firstPageAfter.includes(reference))).toEqual([]);
  });

  await test.step("Back from a record shows the same rows of a later page, and a reload shows the current ones", async () => {
    const secondPage = await readReferences(page, 21);
    await rows(page).first().getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(secondPage[0] ?? "");
    await makePayment(request, userId);
    await page.goBack();
    expect(await readReferences(page, 21)).toEqual(secondPage);
    await page.reload();
    expect((await readReferences(page, 21)).slice(1)).toEqual(secondPage.slice(0, 19));
  });
});
