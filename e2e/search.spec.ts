import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { expect, rows, test, waitForHydration } from "./support/test";

const searchBox = (page: Page) => page.getByRole("combobox", { name: "Search anything..." });
const searchResult = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const HOME_PATH = "/dashboard";

/** Opens the command box by its shortcut, after waiting for hydration. */
async function openSearchBox(page: Page) {
  await waitForHydration(page);
  await page.keyboard.press("ControlOrMeta+k");
}

async function typeSearch(page: Page, text: string) {
  await openSearchBox(page);
  await searchBox(page).fill(text);
}

test("the command box finds a person while the admin types, opens their page by keyboard, and then lists them as recent", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto(HOME_PATH);
  await typeSearch(page, "giwa");
  const users = page.getByRole("group", { name: "User", exact: true });
  await expect(users.getByRole("option", { name: /Mary Ita Giwa/ })).toBeVisible();
  const person = await users.getByRole("option", { name: /Mary Ita Giwa/ }).getAttribute("id");
  while ((await searchBox(page).getAttribute("aria-activedescendant")) !== person)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Mary Ita Giwa" })).toBeVisible();
  await page.goto(HOME_PATH);
  await openSearchBox(page);
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText(["Mary Ita Giwa"]);
});

test("the command box opens a pasted reference in a new tab by Ctrl+Enter, and all matches in a list", async ({
  page,
  as,
  context,
}) => {
  await as("viewer");
  await page.goto(HOME_PATH);
  await typeSearch(page, "Please check “kyc 000012” today.");
  await expect(searchResult(page, /KYC-000012/)).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.keyboard.press("ControlOrMeta+Enter");
  const tab = await opened;
  await expect(tab).toHaveURL(/\/dashboard\/kyc-management\/[\da-f-]{36}$/);
  await tab.close();
  await expect(searchBox(page)).toBeVisible();
  await searchBox(page).fill("bassey");
  await searchResult(page, /^All \d+ users …$/).click();
  await expect(page).toHaveURL(/\/dashboard\/user-management\/users\?q=bassey$/);
  await expect(rows(page).first()).toContainText("Bassey");
});

test("pins a record in the command box; another device shows the pin too", async ({ page, as, browser }) => {
  const token = await as("support");
  await page.goto(HOME_PATH);
  await typeSearch(page, "Mary Ita Giwa");
  await searchResult(page, /Mary Ita Giwa.*Active|Mary Ita Giwa/)
    .first()
    .hover();
  await page.getByRole("button", { name: "Pin Mary Ita Giwa" }).click();
  await expect(page.getByRole("button", { name: "Unpin Mary Ita Giwa" })).toBeVisible();
  const other = await browser.newContext({ viewport: { width: 390, height: 800 } });
  await other.addCookies([{ name: "cross-riv-token", value: token, url: page.url() }]);
  const phone = await other.newPage();
  await phone.goto(new URL(HOME_PATH, page.url()).href);
  await phone.getByRole("button", { name: "Search anything..." }).click();
  await expect(phone.getByRole("group", { name: "Pinned" }).getByRole("option")).toContainText(["Mary Ita Giwa"]);
  await expectNoSidewaysScroll(phone, 390);
  await phone.getByRole("button", { name: "Unpin Mary Ita Giwa" }).click();
  await expect(phone.getByRole("group", { name: "Pinned" })).toHaveCount(0);
  await other.close();
});

test("a URL with search words opens the command box with these words, which explains an unknown reference", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto(`${HOME_PATH}?find=TRX-000000000000`);
  await expect(searchBox(page)).toHaveValue("TRX-000000000000");
  await expect(page.getByText("This looks like a reference of transactions, but there is none with it.")).toBeVisible();
  await expectNoViolations(page);
  await searchBox(page).fill("zzzqqq");
  await expect(page.getByText("Nothing matches “zzzqqq”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(HOME_PATH);
});

test("the command box offers a retry if the API fails, and leaves no personal data after logout", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/503/);
  await as("civic");
  await page.goto(HOME_PATH);
  await page.route("**/api/v1/search?*", (route) =>
    route.fulfill({
      status: 503,
      json: { status: 503, message: "The service can't be reached.", code: "UNAVAILABLE" },
    }),
  );
  await typeSearch(page, "carnival");
  await expect(page.getByText("Records can't be searched right now.")).toBeVisible();
  await page.unroute("**/api/v1/search?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Records can't be searched right now.")).toHaveCount(0);
  await expectNoViolations(page);
  const event = page.getByRole("group", { name: "Event", exact: true }).getByRole("option").first();
  const title = (await event.locator("span > span").first().textContent()) ?? "";
  await event.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  expect(await page.evaluate(() => sessionStorage.getItem("recent-records"))).toContain(title);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await page.evaluate(() => sessionStorage.getItem("recent-records"))).toBeNull();
});
