import type { Page } from "@playwright/test";
import { expectNoViolations } from "./support/accessible";
import { navigateInApp } from "./support/navigate";
import { expect, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const HOME_PATH = "/dashboard";
const PHONE_VIEWPORT = { width: 390, height: 844 };
const homeBlock = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const workBlock = (page: Page) => homeBlock(page, "Waiting for me");
/** Returns the titles of the blocks on Home, from top to bottom. */
const blockNames = (page: Page) => page.locator("main section[aria-label] > header h2").allTextContents();

test("the first HTML of Home has the waiting work, with the same counts as the linked lists, and the deadline of the oldest item", async ({
  page,
  as,
}) => {
  await as("kyc");
  const html = await (await page.request.get(HOME_PATH)).text();
  expect(html).toMatch(/All my KYC requests/);
  await page.goto(HOME_PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Emmanuel");
  await expect(homeBlock(page, "KYC Management")).toBeVisible();
  await expect(homeBlock(page, "Transactions")).toHaveCount(0);
  for (const name of [/^All my KYC requests/, /^All unassigned KYC requests/]) {
    const link = workBlock(page).getByRole("list", { name: "Kinds of work" }).getByRole("link", { name });
    const total = Number((await link.textContent())?.match(/[\d,]+$/)?.[0].replaceAll(",", ""));
    await link.click();
    await expect(page).not.toHaveURL(HOME_PATH);
    await expect(rows(page)).toHaveCount(Math.min(total, 20));
    await page.goBack();
    await expect(page).toHaveURL(HOME_PATH);
  }

  await test.step("the oldest item shows its deadline, and one click opens it", async () => {
    const items = workBlock(page).getByRole("list", { name: "Oldest items" });
    await expect(items.getByText(/late$|^due in/).first()).toBeVisible();
    const link = items.getByRole("link").first();
    const name = (await link.textContent()) ?? "";
    await link.click();
    await expect(page).toHaveURL(/\/dashboard\/.+\/[\da-f-]{36}|\?/);
    await expect(page.getByText(name).first()).toBeVisible();
  });
});

test("Home shows figures with links to their lists, and keeps their period in the URL with the days it is compared with", async ({
  page,
  as,
}) => {
  await as("finance");
  await page.goto(HOME_PATH);
  await expect(homeBlock(page, "Transactions").getByRole("link", { name: "Volume" })).toBeVisible();
  await expect(homeBlock(page, "KYC Management")).toHaveCount(0);
  await waitForNetworkQuiet(page);
  await expect(page.getByRole("button", { name: "Show the setup checklist" })).toHaveCount(0);
  await test.step("a figure links to its list", async () => {
    const inProgress = homeBlock(page, "Transactions").getByRole("listitem").filter({ hasText: "In progress" });
    const total = Number(await inProgress.getByRole("paragraph").textContent());
    await inProgress.getByRole("link").click();
    await expect(page).toHaveURL(/state=pending,processing/);
    await expect(rows(page)).toHaveCount(Math.min(total, 20));
    await page.goBack();
    await expect(homeBlock(page, "Transactions")).toBeVisible();
  });

  await test.step("the URL keeps the period", async () => {
    await page.getByRole("link", { name: "30 days" }).click();
    await expect(page).toHaveURL("/dashboard?days=30");
    const table = page.getByRole("table", { name: /successful payments/ });
    await expect(table.getByRole("rowheader")).toHaveCount(30);
    await page.getByRole("button", { name: "Dates" }).click();
    await page.getByLabel("From", { exact: true }).fill("29/02/2024");
    await page.getByLabel("To", { exact: true }).fill("02/03/2024");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/dashboard?from=2024-02-29&to=2024-03-02");
    await expect(
      page.getByText("29 Feb 2024 to 2 Mar 2024, compared with 26 Feb 2024 to 28 Feb 2024", { exact: true }),
    ).toBeVisible();
    await expect(table.getByRole("rowheader")).toHaveText(["29 Feb 2024", "1 Mar 2024", "2 Mar 2024"]);
    await expect(homeBlock(page, "Payments by day").getByText("Nothing in this period")).toBeVisible();
  });
});

test("arranges the blocks of Home by role, keeps an order chosen by keyboard on every device, and resets it", async ({
  page,
  as,
  browser,
  baseURL,
}) => {
  const token = await as("kyc");
  await page.goto(HOME_PATH);
  await waitForHydration(page);
  const first = await blockNames(page);
  expect(first.slice(0, 3)).toEqual(["Waiting for me", "Since my last visit", "KYC Management"]);
  await page.getByRole("button", { name: "Arrange" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Arrange Home" });
  await dialog.getByRole("textbox", { name: /^Position of Since my last visit/ }).focus();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("checkbox").first()).toHaveAccessibleName("Since my last visit");
  await dialog.getByRole("checkbox", { name: "KYC Management", exact: true }).focus();
  await page.keyboard.press("Space");
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const arranged = ["Since my last visit", "Waiting for me", ...first.slice(3)];
  await expect.poll(() => blockNames(page)).toEqual(arranged);

  const context = await browser.newContext({ baseURL, viewport: PHONE_VIEWPORT });
  await context.addCookies([{ name: "cross-riv-token", value: token, url: baseURL ?? "" }]);
  const phone = await context.newPage();
  await phone.goto(HOME_PATH);
  await expect.poll(() => blockNames(phone)).toEqual(arranged);
  await context.close();

  await page.getByRole("button", { name: "Arrange" }).click();
  await dialog.getByRole("button", { name: "Reset to my role's arrangement" }).click();
  await expect.poll(() => blockNames(page)).toEqual(first);

  await test.step("on a phone, the waiting work is above the figures", async () => {
    await page.setViewportSize(PHONE_VIEWPORT);
    const top = async (name: string) => (await homeBlock(page, name).boundingBox())?.y ?? Number.NaN;
    expect(await top("Waiting for me")).toBeLessThan(await top("KYC Management"));
    expect(await top("KYC Management")).toBeLessThan(await top("KYC requests by day"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE_VIEWPORT.width);
  });
});

test("full administrators can hide the setup checklist, which marks loaded starter sets; charts load after the first paint without layout shift", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto(HOME_PATH);
  await test.step("the setup checklist", async () => {
    await page.getByRole("button", { name: "Show the setup checklist" }).click();
    await expect(page.getByRole("heading", { name: "Setup checklist" })).toBeVisible();
    const list = page.getByRole("listitem").filter({ hasText: "Restored backup" });
    await expect(list).toContainText("open");
    await list.getByRole("button", { name: "I restored one" }).click();
    await expect(list).toContainText("Confirmed by Ekaette Bassey");
    await navigateInApp(page, `${HOME_PATH}?starter=report_categories`);
    const dialog = page.getByRole("dialog", { name: "Starter set: Report categories" });
    await expect(dialog.getByText("Nothing of this set can be added here.")).toBeVisible();
    await expect(dialog.getByText("Already here").first()).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(HOME_PATH);
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByRole("button", { name: "Show the setup checklist" })).toBeVisible();
  });

  await test.step("the charts", async () => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (window as unknown as { shift: number }).shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await waitForNetworkQuiet(page);
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/v1/")) calls.push(pathname);
    });
    await page.reload();
    await expect(page.getByRole("table", { name: /KYC requests received/ }).getByRole("rowheader")).toHaveCount(7);
    await expect(page.getByRole("table", { name: /Reports opened/ }).getByRole("rowheader")).toHaveCount(7);
    await waitForNetworkQuiet(page);
    expect(calls).toEqual(["/api/v1/overview/charts"]);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
  });
});
