import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/accessible";
import { expect, test, waitForHydration } from "./support/test";

const CLOSING_PATH = "/dashboard/wallets/grants-pool/closing-balances?from=2026-02-26&to=2026-03-02";

/** Opens the date panel of the closing balances by keyboard and focuses the field "From". */
async function openClosingBalances(page: Page) {
  await page.getByRole("button", { name: "Dates" }).press("Enter");
  const fromField = page.getByLabel("From");
  await expect(fromField).toBeVisible();
  await fromField.focus();
  return fromField;
}

test("a date field accepts typed days and days chosen in its calendar, by keyboard alone", async ({ page, as }) => {
  await as("viewer");
  await page.goto(CLOSING_PATH);
  const fromField = await openClosingBalances(page);
  await expect(fromField).toHaveValue("26/02/2026");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("31 02 2026");
  await page.keyboard.press("Enter");
  await expect(page.getByText("31 02 2026 is not a date. Write day/month/year, such as 27/11/2026.")).toBeVisible();
  await expect(fromField).toHaveValue("31 02 2026");
  await expect(page).toHaveURL(CLOSING_PATH);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("28.2.26");
  await page.keyboard.press("Tab");
  await expect(fromField).toHaveValue("28/02/2026");

  const openButton = page.getByRole("button", { name: "Open calendar" }).first();
  await expect(openButton).toBeFocused();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  const day = (name: string) => calendar.getByRole("button", { name });
  await expect(day("Saturday 28 Feb 2026, chosen")).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(calendar).toBeHidden();
  await expect(openButton).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(day("Saturday 28 Feb 2026, chosen")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(day("Sunday 1 Mar 2026")).toBeFocused();
  await page.keyboard.press("PageUp");
  await expect(day("Sunday 1 Feb 2026")).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await expect(day("Sunday 1 Mar 2026")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(openButton).toBeFocused();
  await expect(fromField).toHaveValue("01/03/2026");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?from=2026-03-01&to=2026-03-02$/);
});

test("a date field asks for the time after a day was chosen, and accepts several time formats", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/event-management/events/new");
  await waitForHydration(page);
  await page.getByLabel("Title").fill("Boat regatta");
  await page.getByRole("button", { name: "Create draft" }).click();
  const startsField = page.getByLabel("Starts", { exact: true });
  await startsField.fill("27/11/2026");
  await startsField.blur();
  await expect(page.getByText("Add the time, such as 27/11/2026 14:30.")).toBeVisible();
  await page.getByRole("button", { name: "Open calendar" }).first().press("Enter");
  const calendar = page.getByRole("dialog", { name: "Calendar" });
  await expect(calendar.getByRole("button", { name: "Friday 27 Nov 2026, chosen" })).toBeFocused();
  await page.keyboard.press("Shift+PageDown");
  await page.keyboard.press("Enter");
  await expect(startsField).toBeFocused();
  await expect(startsField).toHaveValue("27/11/2027 ");
  await page.keyboard.type("2:30pm");
  await page.keyboard.press("Tab");
  await expect(startsField).toHaveValue("27/11/2027 14:30");
  await expect(page.getByText("Add the time")).toHaveCount(0);
});

test.describe(() => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the calendar of a date field fits on a phone, and Safari does not zoom into the field", async ({
    page,
    as,
  }) => {
    await as("viewer");
    await page.goto(CLOSING_PATH);
    const fromField = await openClosingBalances(page);
    await expect(fromField).toHaveAttribute("inputmode", "numeric");
    expect(
      await fromField.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize)),
    ).toBeGreaterThanOrEqual(16);
    await fromField.fill("01032026");
    await fromField.blur();
    await expect(fromField).toHaveValue("01/03/2026");
    await page.getByRole("button", { name: "Open calendar" }).first().click();
    const calendar = page.getByRole("dialog", { name: "Calendar" });
    await expect(calendar.getByRole("button", { name: "Sunday 1 Mar 2026, chosen" })).toBeFocused();
    const box = await calendar.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    expect(await calendar.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
