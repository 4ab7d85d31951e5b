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
const clearSelection = (page: Page) => page.evaluate(() => getSelection()?.removeAllRanges());
async function expectNoNavigation(page: Page) {
  await page.waitForTimeout(NAVIGATION_WAIT_MS);
  await expect(page).toHaveURL(USERS_PATH);
}

const NEW_TAB_GESTURES: [gesture: string, options: Parameters<Locator["click"]>[0]][] = [
  ["Ctrl-click", { modifiers: ["Control"] }],
  ["middle click", { button: "middle" }],
];

const ROW_PARTS = [
  ["link", "the row's name"],
  ["plain", "a plain cell"],
] as const;

test("a drag, a double click, a right click, a click that opens a tab and a click on the checkbox leave the list open", async ({
  page,
  context,
  as,
}) => {
  await as("owner");
  const { row, ...parts } = await openUserList(page);
  // Returns an empty page for records opened in new tabs, because the test needs only the request.
  await context.route(RECORD_URL, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  for (const [part, partName] of ROW_PARTS) {
    const target = parts[part];
    await test.step(`a drag over ${partName} selects its text`, async () => {
      const text = await textPositions(target);
      await page.mouse.move(text.left, text.y);
      await page.mouse.down();
      await page.mouse.move(text.x, text.y, { steps: 3 });
      await page.mouse.move(text.right, text.y, { steps: 5 });
      await page.mouse.up();
      expect(await selectedText(page)).toBe(text.all.trim());
      await expectNoNavigation(page);
      expect(await selectedText(page)).toBe(text.all.trim());
      await clearSelection(page);
    });

    await test.step(`a double click on ${partName} selects a word`, async () => {
      const text = await textPositions(target);
      await page.mouse.dblclick(text.x, text.y, { delay: 60 });
      expect(text.all).toContain(await selectedText(page));
      expect(await selectedText(page)).not.toBe("");
      await expectNoNavigation(page);
      await clearSelection(page);
    });

    for (const [gesture, options] of NEW_TAB_GESTURES)
      await test.step(`a ${gesture} on ${partName} opens the record in a new tab`, async () => {
        // Chromium may delay loading a background tab, so the test waits for its request instead of its page.
        const opened = context.waitForEvent("request", isRecordNavigation);
        await target.click(options);
        await opened;
        await expectNoNavigation(page);
      });
  }

  await test.step("a right click on the name opens only the link's context menu", async () => {
    const contextMenus = await page.evaluateHandle(() => {
      const menuTargets: (string | null)[] = [];
      addEventListener("contextmenu", (event) => {
        const link = (event.target as Element).closest("a");
        menuTargets.push(event.defaultPrevented ? null : (link?.href ?? null));
      });
      return menuTargets;
    });
    await parts.link.click({ button: "right" });
    expect(await contextMenus.jsonValue()).toEqual([expect.stringMatching(RECORD_URL)]);
    await expectNoNavigation(page);
  });

  await test.step("a click on the checkbox selects the row", async () => {
    const checkbox = row.getByRole("checkbox");
    await checkbox.click();
    await expect(checkbox).toBeChecked();
    await expect(page).toHaveURL(USERS_PATH);
  });
});

test("a click on a row's name, on a plain cell or beside the text opens the row, and so does Enter on its only link", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.clock.install();
  const { row, ...parts } = await openUserList(page);
  const expectRecordThenReturn = async () => {
    await expect(page).toHaveURL(RECORD_URL);
    await expect(page.getByRole("navigation", { name: /^Parts of / })).toBeVisible();
    await page.goBack();
    await expect(page.locator("table[data-live-rows]")).toBeVisible();
  };
  for (const [part, partName] of ROW_PARTS)
    await test.step(`a click on ${partName}`, async () => {
      const text = await textPositions(parts[part]);
      await page.mouse.click(text.x, text.y);
      await expectRecordThenReturn();
    });

  await test.step("Enter on the only link", async () => {
    await expect(row.getByRole("link")).toHaveCount(1);
    await parts.link.focus();
    await page.keyboard.press("Enter");
    await expectRecordThenReturn();
  });

  await test.step("a click beside the text, without a delay", async () => {
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
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a tap on a row's card opens the row", async ({ page, as }) => {
    await as("owner");
    const { plain } = await openUserList(page);
    await plain.tap();
    await expect(page).toHaveURL(RECORD_URL);
  });
});
