// Slow: opens lists with each gesture of a mouse, a finger and the keyboard.
import type { Locator, Page, Request } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const USERS = "/dashboard/user-management/users";
const RECORD = /users\/[\da-f-]{36}$/;
/** Milliseconds, longer than the wait for a second click (components/common/table/row-gestures.ts). */
const TWICE_THE_WAIT = 500;

/** Returns the screen position of an element's text: the middle of its first word, and its left and right end. */
async function textIn(element: Locator) {
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
    const [first, all] = [box(0, word.length), box(0, text.length)];
    const y = all.top + all.height / 2;
    return { word, all: text.data, x: first.left + first.width / 2, y, left: all.left + 0.5, right: all.right - 0.5 };
  });
}
/** Returns a point in the row that has neither text nor a control. */
async function emptyPlaceIn(row: Locator) {
  const box = await row.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 3 };
}
const selected = (page: Page) => page.evaluate(() => String(getSelection()).trim());
/** Opens the list of users once it is hydrated. @returns its second row, with its link and a cell of plain text */
async function openList(page: Page) {
  await page.goto(USERS);
  await expect(page.locator("table[data-live-rows]")).toBeVisible();
  const row = rows(page).nth(1);
  return { row, link: row.getByRole("link").first(), plain: row.getByText(/^\+234/) };
}
const isRecordNavigation = (request: Request) => request.isNavigationRequest() && RECORD.test(request.url());
async function expectStillHere(page: Page) {
  await page.waitForTimeout(TWICE_THE_WAIT);
  await expect(page).toHaveURL(USERS);
}

const OPENING_A_TAB: [gesture: string, options: Parameters<Locator["click"]>[0]][] = [
  ["Ctrl-click", { modifiers: ["Control"] }],
  ["middle click", { button: "middle" }],
];

test.beforeEach(async ({ as }) => {
  await as("viewer");
});

for (const part of ["link", "plain"] as const) {
  const what = part === "link" ? "the row's name" : "a plain cell";
  test(`selects the text of ${what} by a drag, without opening the row`, async ({ page }) => {
    const text = await textIn((await openList(page))[part]);
    await page.mouse.move(text.left, text.y);
    await page.mouse.down();
    await page.mouse.move(text.x, text.y, { steps: 3 });
    await page.mouse.move(text.right, text.y, { steps: 5 });
    await page.mouse.up();
    expect(await selected(page)).toBe(text.all.trim());
    await expectStillHere(page);
    expect(await selected(page)).toBe(text.all.trim());
  });

  test(`selects a word of ${what} by a double click, without opening the row`, async ({ page }) => {
    const text = await textIn((await openList(page))[part]);
    await page.mouse.dblclick(text.x, text.y, { delay: 60 });
    expect(text.all).toContain(await selected(page));
    expect(await selected(page)).not.toBe("");
    await expectStillHere(page);
  });

  test(`opens the row by a click on ${what}`, async ({ page }) => {
    const text = await textIn((await openList(page))[part]);
    await page.mouse.click(text.x, text.y);
    await expect(page).toHaveURL(RECORD);
  });

  for (const [gesture, options] of OPENING_A_TAB)
    test(`opens a tab by a ${gesture} on ${what}`, async ({ page, context }) => {
      const { [part]: target } = await openList(page);
      // Chromium may put off loading a tab in the background, so the test waits for its request and not for its page.
      const opened = context.waitForEvent("request", isRecordNavigation);
      await target.click(options);
      await opened;
      await expectStillHere(page);
    });
}

test("opens the row without a wait by a click beside its text", async ({ page }) => {
  const { row } = await openList(page);
  const place = await emptyPlaceIn(row);
  await page.evaluate(() => {
    const note = (name: string) => {
      document.body.dataset[name] = String(performance.now());
    };
    addEventListener("mouseup", () => note("released"), true);
    addEventListener("click", ({ target }) => (target as Element).closest("a[data-row-link]") && note("opened"));
  });
  await page.mouse.click(place.x, place.y);
  const { released, opened } = await page.evaluate(() => ({ ...document.body.dataset }));
  expect(Number(opened) - Number(released)).toBeLessThan(100);
  await expect(page).toHaveURL(RECORD);
});

test("offers the link's own menu by a right click on the name, and opens nothing", async ({ page }) => {
  const { link } = await openList(page);
  const menus = await page.evaluateHandle(() => {
    const targets: (string | null)[] = [];
    addEventListener("contextmenu", (event) => {
      const link = (event.target as Element).closest("a");
      targets.push(event.defaultPrevented ? null : (link?.href ?? null));
    });
    return targets;
  });
  await link.click({ button: "right" });
  expect(await menus.jsonValue()).toEqual([expect.stringMatching(RECORD)]);
  await expectStillHere(page);
});

test("opens the row by Enter on its only link", async ({ page }) => {
  const { link, row } = await openList(page);
  await expect(row.getByRole("link")).toHaveCount(1);
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(RECORD);
});

test("ticks a checkbox of a row without opening it, and opens the card by a tap on a phone", async ({
  page,
  as,
  browser,
  baseURL,
}) => {
  const token = await as("owner");
  await page.goto(USERS);
  const box = rows(page).nth(1).getByRole("checkbox");
  await expect(page.locator("table[data-live-rows]")).toBeVisible();
  await box.click();
  await expect(box).toBeChecked();
  await expect(page).toHaveURL(USERS);
  const phone = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await phone.addCookies([{ name: "cross-riv-token", value: token, url: baseURL }]);
  const small = await phone.newPage();
  const { plain } = await openList(small);
  await plain.tap();
  await expect(small).toHaveURL(RECORD);
  await phone.close();
});
