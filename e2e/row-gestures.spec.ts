// Slow: opens rows of lists by many gestures of mouse, finger and keyboard.
import type { Locator, Page, Request } from "@playwright/test";
import { expect, rows, stopClock, test } from "./support/test";

const USERS_PATH = "/dashboard/user-management/users";
const RECORD_URL = /users\/[\da-f-]{36}$/;
/** Milliseconds to wait, longer than the time limit of a double click (components/common/table/row-gestures.ts). */
const NAVIGATION_WAIT_MS = 500;

/** Returns positions of an element's text in the window: the middle of its first word, and its left and right end. */
async function textPositions(element: Locator) {
  return element.evaluate((parent) => {
    const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT, (node) =>
      node.nodeValue?.trim() && node.parentElement?.checkVisibility()
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_SKIP,
    );
    const text = walker.nextNode() as Text;
    const box = (from: number, to: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return range.getBoundingClientRect();
    };
    const word = /\S+/.exec(text.data)?.[0] ?? "";
    const [firstWordBox, textBox] = [box(0, word.length), box(0, text.length)];
    const y = textBox.top + textBox.height / 2;
    return {
      word,
      all: text.data,
      x: firstWordBox.left + firstWordBox.width / 2,
      y,
      left: textBox.left + 0.5,
      right: textBox.right - 0.5,
    };
  });
}
/** Returns a point in the row that has neither text nor a control. */
async function emptySpotIn(row: Locator) {
  const box = await row.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 3 };
}
const selectedText = (page: Page) => page.evaluate(() => String(getSelection()).trim());
/** Opens the list of users and waits for hydration. @returns the second row, its link, and a cell of plain text */
async function openUserList(page: Page) {
  await page.goto(USERS_PATH);
  await expect(page.locator("table[data-live-rows]")).toBeVisible();
  const row = rows(page).nth(1);
  return { row, link: row.getByRole("link").first(), plain: row.getByText(/^\+234/) };
}
const isRecordNavigation = (request: Request) => request.isNavigationRequest() && RECORD_URL.test(request.url());
async function expectNoNavigation(page: Page) {
  await page.waitForTimeout(NAVIGATION_WAIT_MS);
  await expect(page).toHaveURL(USERS_PATH);
}

const NEW_TAB_GESTURES: [gesture: string, options: Parameters<Locator["click"]>[0]][] = [
  ["Ctrl-click", { modifiers: ["Control"] }],
  ["middle click", { button: "middle" }],
];

test.beforeEach(async ({ as }) => {
  await as("viewer");
});

for (const targetPart of ["link", "plain"] as const) {
  const partName = targetPart === "link" ? "the row's name" : "a plain cell";
  test(`a drag over ${partName} selects its text without opening the row`, async ({ page }) => {
    const text = await textPositions((await openUserList(page))[targetPart]);
    await page.mouse.move(text.left, text.y);
    await page.mouse.down();
    await page.mouse.move(text.x, text.y, { steps: 3 });
    await page.mouse.move(text.right, text.y, { steps: 5 });
    await page.mouse.up();
    expect(await selectedText(page)).toBe(text.all.trim());
    await expectNoNavigation(page);
    expect(await selectedText(page)).toBe(text.all.trim());
  });

  test(`a double click on ${partName} selects a word without opening the row`, async ({ page }) => {
    const text = await textPositions((await openUserList(page))[targetPart]);
    await page.mouse.dblclick(text.x, text.y, { delay: 60 });
    expect(text.all).toContain(await selectedText(page));
    expect(await selectedText(page)).not.toBe("");
    await expectNoNavigation(page);
  });

  test(`a click on ${partName} opens the row`, async ({ page }) => {
    const text = await textPositions((await openUserList(page))[targetPart]);
    await page.mouse.click(text.x, text.y);
    await expect(page).toHaveURL(RECORD_URL);
  });

  for (const [gesture, options] of NEW_TAB_GESTURES)
    test(`a ${gesture} on ${partName} opens the record in a new tab`, async ({ page, context }) => {
      const { [targetPart]: target } = await openUserList(page);
      // Chromium may delay loading a background tab, so the test waits for its request instead of its page.
      const opened = context.waitForEvent("request", isRecordNavigation);
      await target.click(options);
      await opened;
      await expectNoNavigation(page);
    });
}

test("a click beside a row's text opens the row without a delay", async ({ page }) => {
  await page.clock.install();
  const { row } = await openUserList(page);
  const emptySpot = await emptySpotIn(row);
  await page.evaluate(() =>
    addEventListener("click", ({ target }) => {
      if ((target as Element).closest("a[data-row-link]")) document.body.dataset.opened = "true";
    }),
  );
  // Stops all timers: a row that opens only after a delay would never open.
  await stopClock(page);
  await page.mouse.click(emptySpot.x, emptySpot.y);
  await expect(page.locator("body")).toHaveAttribute("data-opened", "true");
  await page.clock.resume();
  await expect(page).toHaveURL(RECORD_URL);
});

test("a right click on the name in a row opens only the link's context menu", async ({ page }) => {
  const { link } = await openUserList(page);
  const contextMenus = await page.evaluateHandle(() => {
    const menuTargets: (string | null)[] = [];
    addEventListener("contextmenu", (event) => {
      const link = (event.target as Element).closest("a");
      menuTargets.push(event.defaultPrevented ? null : (link?.href ?? null));
    });
    return menuTargets;
  });
  await link.click({ button: "right" });
  expect(await contextMenus.jsonValue()).toEqual([expect.stringMatching(RECORD_URL)]);
  await expectNoNavigation(page);
});

test("Enter on the only link of a row opens the record", async ({ page }) => {
  const { link, row } = await openUserList(page);
  await expect(row.getByRole("link")).toHaveCount(1);
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(RECORD_URL);
});

test("a click on a row's checkbox does not open the row, and on a phone a tap on the row's card opens it", async ({
  page,
  as,
  browser,
  baseURL,
}) => {
  const token = await as("owner");
  await page.goto(USERS_PATH);
  const box = rows(page).nth(1).getByRole("checkbox");
  await expect(page.locator("table[data-live-rows]")).toBeVisible();
  await box.click();
  await expect(box).toBeChecked();
  await expect(page).toHaveURL(USERS_PATH);
  const phone = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await phone.addCookies([{ name: "cross-riv-token", value: token, url: baseURL }]);
  const phonePage = await phone.newPage();
  const { plain } = await openUserList(phonePage);
  await plain.tap();
  await expect(phonePage).toHaveURL(RECORD_URL);
  await phone.close();
});
