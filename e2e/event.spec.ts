import { expect, fetchPageHtml, rows, test, waitForNetworkQuiet } from "./support/test";

const EVENTS_ROOT = "/dashboard/event-management";
const LIST_PATH = `${EVENTS_ROOT}/events`;
const CATEGORIES_PATH = `${LIST_PATH}/categories`;
const TICKETS_PATH = `${LIST_PATH}/tickets`;

test("leads from figures of the events overview to the list of events, and to a month of its calendar", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(EVENTS_ROOT);
  await expect(page.getByRole("heading", { name: "Next events" })).toBeVisible();
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByText("vs previous 7 days")).toBeVisible();
  await page.getByRole("link", { name: "Live events", exact: true }).click();
  await expect(page).toHaveURL(/state=live/);
  await expect(rows(page).first()).toContainText("Live");
  await page.getByRole("link", { name: "Calendar" }).click();
  await expect(page).toHaveURL(/view=calendar/);
  const event = page.locator('table a[href*="/event-management/events/"]').first();
  await expect(event.or(page.getByText("No events in this month."))).toBeVisible();
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d/);
});

test("renders the list of events on the server and keeps its filters in the URL; tickets are filtered by words of their event's title", async ({
  page,
  as,
}) => {
  const token = await as("viewer");
  const firstHtmlText = await fetchPageHtml(page, LIST_PATH, token);
  expect(firstHtmlText.match(/events\/[\da-f-]{36}/g)?.length).toBeGreaterThan(5);
  await page.goto(LIST_PATH);
  await page
    .getByRole("button", { name: /^Status/ })
    .first()
    .click();
  await page.getByRole("checkbox", { name: "Draft" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/state=draft/);
  await expect(rows(page).first()).toContainText("Draft");
  await waitForNetworkQuiet(page);
  const rowTexts = await rows(page).allInnerTexts();
  await page.reload();
  await expect(rows(page)).toHaveCount(rowTexts.length);
  await expect(page.getByRole("link", { name: "New event" })).toHaveCount(0);
  await page.getByRole("searchbox").first().fill("no event has these words");
  await expect(page.getByText("Nothing matches")).toBeVisible();

  await page.getByRole("navigation", { name: "Events" }).getByRole("link", { name: "Tickets" }).click();
  await expect(page).toHaveURL(TICKETS_PATH);
  await page.getByRole("button", { name: "Event", exact: true }).click();
  await page.getByRole("searchbox", { name: "Find an event" }).fill("christmas vill");
  await page
    .getByRole("radio", { name: /Christmas Village/ })
    .first()
    .click();
  await expect(page).toHaveURL(/event=[\da-f-]{36}/);
  await expect(page.getByRole("button", { name: /^Remove filter Event: Christmas Village/ })).toBeVisible();
  await waitForNetworkQuiet(page);
  const events = await rows(page).locator("td:nth-child(4)").allTextContents();
  expect(new Set(events).size).toBe(1);
});

test("adds an event category with a colour dark enough for white text, moves it, and deletes it, but not a category in use", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(CATEGORIES_PATH);
  await page.getByRole("button", { name: "New category" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Boat races");
  await dialog.getByLabel("Colour code").fill("#ffee00");
  await expect(dialog.getByText(/Too light for white text/)).toBeVisible();
  await dialog.getByRole("radio", { name: "Trophy" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("White text can't be read on this colour. Choose a darker one.")).toBeVisible();
  await dialog.getByLabel("Colour code").fill("#7a3b00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Boat races/ })).toBeVisible();
  await page.getByRole("button", { name: "Move Boat races up" }).click();
  await waitForNetworkQuiet(page);
  const names = await page.locator("tbody th").allInnerTexts();
  expect(names.indexOf("Boat races")).toBe(names.length - 2);
  await page.getByRole("button", { name: "Change Boat races" }).click();
  await dialog.getByRole("button", { name: "Delete this category" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("row", { name: /Boat races/ })).toHaveCount(0);

  const usedCategories = page.locator("tbody tr").filter({ has: page.locator('a[href*="category="]') });
  await usedCategories
    .first()
    .getByRole("button", { name: /^Change/ })
    .click();
  await expect(page.getByRole("dialog").getByText("Can't be deleted: events use it.")).toBeVisible();
});

test("links a ticket to its holder and its payment, and links both back to the ticket", async ({ page, as }) => {
  await as("owner");
  await page.goto(`${TICKETS_PATH}?state=valid`);
  // Opens a ticket with a price, because a free one has no payment.
  await rows(page).filter({ hasText: "₦" }).first().getByRole("link").first().click();
  await page.waitForURL(/tickets\/[\da-f-]{36}/);
  const reference = (await page.getByRole("heading", { level: 1 }).textContent())?.trim();
  expect(reference).toMatch(/^TKT-[\dA-F]{12}$/);
  await page.getByRole("link", { name: /^TRX-/ }).click();
  await expect(page).toHaveURL(/transactions\/all\//);
  await page.getByRole("link", { name: reference }).click();
  await expect(page.getByRole("heading", { level: 1, name: reference })).toBeVisible();
  await page.locator('dd a[href*="/user-management/users/"]').first().click();
  await page.waitForURL(/user-management\/users\//);
  await page
    .getByRole("navigation", { name: /^Parts of/ })
    .getByRole("link", { name: "Tickets" })
    .click();
  await expect(page).toHaveURL(/tab=tickets/);
  await expect(rows(page).filter({ hasText: reference })).toHaveCount(1);
});

test("transfers a ticket to another holder with a reason, which changes its code, and voids the ticket after confirmation", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto(`${TICKETS_PATH}?state=valid`);
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/tickets\/[\da-f-]{36}/);
  const code = await page
    .getByText(/^Code ends in/)
    .locator("..")
    .textContent();
  await page.getByRole("button", { name: "Transfer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await expect(dialog.getByText("Choose the new holder.")).toBeVisible();
  await dialog.getByRole("searchbox", { name: "Find the new holder" }).fill("a");
  await dialog.getByRole("searchbox", { name: "Find the new holder" }).fill("ok");
  await dialog.getByRole("radio").first().check();
  const chosenDay = await dialog
    .locator("label")
    .filter({ has: page.locator(":checked") })
    .locator("span span")
    .first()
    .textContent();
  if (!chosenDay) throw new Error("Nobody was chosen.");
  await dialog.getByLabel("Reason").fill("The buyer asked for it by phone");
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("dd").getByText(chosenDay).first()).toBeVisible();
  await expect(page.getByText("Bought by")).toBeVisible();
  expect(
    await page
      .getByText(/^Code ends in/)
      .locator("..")
      .textContent(),
  ).not.toBe(code);
  await expect(page.getByText("Transferred")).toBeVisible();

  await page.getByRole("button", { name: "Void" }).click();
  await expect(dialog).toContainText("nothing is paid back");
  await dialog.getByLabel("Reason").fill("Printed by mistake");
  await dialog.getByRole("button", { name: "Void" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Printed by mistake").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund" })).toHaveCount(0);
});
