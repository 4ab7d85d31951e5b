import type { Page } from "@playwright/test";
import { navigateInApp } from "./support/navigate";
import { printToPdf } from "./support/print";
import { emailOf } from "./support/sign-in";
import { expect, rows, test, waitForHydration } from "./support/test";

const DASHBOARD_PATH = "/dashboard";

/** Texts of sidebar, top bar, toolbar and pager. None of them may be printed. */
const NAVIGATION_TEXTS = [
  "Search anything",
  "Logout",
  "Skip to content",
  "Collapse",
  "Rows per page",
  "Columns",
  "Role Management",
];

const KYC_FILTERS = "?state=approved&q=a&sort=name";
/** Lists to print. `summary`: the expected text of search, filters and sort order. */
const PRINTED_LISTS: readonly { path: string; summary?: string }[] = [
  { path: "transactions/all" },
  { path: "user-management/users" },
  { path: `kyc-management${KYC_FILTERS}`, summary: "Search: a · State: Approved · Sorted by Name, ascending" },
  { path: "promotions/all" },
  { path: "system-logs/audit-trails" },
];

/** Waits for the rows of a list opened by client-side navigation, which shows a skeleton first. */
const waitForRows = (page: Page) => expect(rows(page).nth(1).getByRole("link").first()).toBeVisible();

/** Returns the visible text of each cell in the list's last row. */
const readLastRow = (page: Page) =>
  rows(page)
    .last()
    .locator("td")
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const textWalker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        let visibleText = "";
        while (textWalker.nextNode()) {
          const parent = textWalker.currentNode.parentElement;
          if (parent?.checkVisibility() && !parent.closest(".sr-only"))
            visibleText += textWalker.currentNode.textContent;
        }
        return visibleText;
      }),
    );

test("prints lists with every column, their filters, the admin's name and the range of rows, and an open drawer instead of its list", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto(DASHBOARD_PATH);
  await waitForHydration(page);
  for (const { path, summary } of PRINTED_LISTS)
    await test.step(path, async () => {
      await navigateInApp(page, `${DASHBOARD_PATH}/${path}`);
      await waitForRows(page);
      const headerTexts = await page.locator("thead th").allInnerTexts();
      const cells = await readLastRow(page);
      const { sheets, width, height } = await printToPdf(page);
      const text = sheets.join(" ");
      const expectPrinted = (word: string) => expect(text.replace(/\s/g, "")).toContain(word.replace(/\s/g, ""));
      for (const head of headerTexts) expectPrinted(head);
      for (const cell of cells) expectPrinted(cell);
      expect(text).toContain(`(${emailOf("owner")}) on `);
      expect(text).toMatch(/Printed by .+ on \d\d\/\d\d\/\d{4} \d\d:\d\d, Lagos time/);
      expect(text).toMatch(/Rows 1–\d+ of [\d,]+/);
      if (summary) expect(sheets[0]).toContain(summary);
      for (const [index, sheet] of sheets.entries()) expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
      for (const word of NAVIGATION_TEXTS) expect(text).not.toContain(word);
      expect([width, height]).toEqual(headerTexts.length > 5 ? [842, 595] : [595, 842]);
    });

  await test.step("an open drawer of the audit trail", async () => {
    const lastRowName = await rows(page).last().locator("th").textContent();
    await rows(page).first().getByRole("link").first().click();
    await expect(page.getByRole("dialog").getByText("What changed")).toBeVisible();
    const { sheets } = await printToPdf(page);
    expect(sheets.join(" ")).toContain("What changed");
    expect(sheets.join(" ")).not.toContain(lastRowName?.trim());
  });
});

test("prints an identity request without its documents, and a minus sign on the same line as its amount", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto(`${DASHBOARD_PATH}/kyc-management`);
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Checklist" })).toBeVisible();
  const printedRecord = await printToPdf(page);
  expect(printedRecord.sheets[0]).toContain("Documents are not printed: ");
  expect([printedRecord.width, printedRecord.height]).toEqual([595, 842]);

  await navigateInApp(page, `${DASHBOARD_PATH}/wallets/settlement-float`);
  await waitForRows(page);
  const { sheets } = await printToPdf(page);
  expect(sheets.join(" ")).toMatch(/-₦[\d,]+\.\d\d/);
  expect(sheets.join(" ")).not.toMatch(/- ₦/);
});
