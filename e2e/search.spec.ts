import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { navigateInApp } from "./support/navigate";
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

test("the command box explains an unknown reference of a URL, opens records by keyboard and in a new tab, lists recent ones, and forgets them at logout", async ({
  page,
  as,
  context,
}) => {
  await as("viewer");
  await test.step("a URL with search words opens the command box with these words", async () => {
    await page.goto(`${HOME_PATH}?find=TRX-000000000000`);
    await expect(searchBox(page)).toHaveValue("TRX-000000000000");
    await expect(
      page.getByText("This looks like a reference of transactions, but there is none with it."),
    ).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(HOME_PATH);
    await expect(searchBox(page)).toBeHidden();
  });

  await test.step("a person is found while the admin types, and opened by keyboard", async () => {
    await typeSearch(page, "giwa");
    const users = page.getByRole("group", { name: "User", exact: true });
    await expect(users.getByRole("option", { name: /Mary Ita Giwa/ })).toBeVisible();
    await expectNoViolations(page);
    const person = await users.getByRole("option", { name: /Mary Ita Giwa/ }).getAttribute("id");
    while ((await searchBox(page).getAttribute("aria-activedescendant")) !== person)
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Mary Ita Giwa" })).toBeVisible();
  });

  await test.step("the person is listed as recent", async () => {
    await navigateInApp(page, HOME_PATH);
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText(["Mary Ita Giwa"]);
  });

  await test.step("Ctrl+Enter opens a pasted reference in a new tab", async () => {
    await searchBox(page).fill("Please check “kyc 000012” today.");
    await expect(searchResult(page, /KYC-000012/)).toBeVisible();
    const opened = context.waitForEvent("page");
    await page.keyboard.press("ControlOrMeta+Enter");
    const tab = await opened;
    await expect(tab).toHaveURL(/\/dashboard\/kyc-management\/[\da-f-]{36}$/);
    await tab.close();
    await expect(searchBox(page)).toBeVisible();
  });

  await test.step("all matches open in a list", async () => {
    await searchBox(page).fill("bassey");
    await searchResult(page, /^All \d+ users …$/).click();
    await expect(page).toHaveURL(/\/dashboard\/user-management\/users\?q=bassey$/);
    await expect(rows(page).first()).toContainText("Bassey");
  });

  await test.step("the logout leaves no personal data", async () => {
    const recentRecords = () => page.evaluate(() => sessionStorage.getItem("recent-records"));
    expect(await recentRecords()).toContain("Mary Ita Giwa");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(await recentRecords()).toBeNull();
  });
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
