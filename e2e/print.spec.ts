import { printToPdf } from "./support/print";
import { emailOf } from "./support/sign-in";
import { expect, rows, test } from "./support/test";

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

const LIST_PATHS = [
  ["transactions/all", "transactions"],
  ["user-management/users", "users"],
  ["kyc-management", "KYC requests"],
  ["system-logs/audit-trails", "audit"],
  ["promotions/all", "promotions"],
] as const;

for (const [path, name] of LIST_PATHS)
  test(`prints the list of ${name} with every column, the admin's name and the range of rows`, async ({ page, as }) => {
    await as("owner");
    await page.goto(`${DASHBOARD_PATH}/${path}`);
    await expect(rows(page).nth(1)).toBeVisible();
    const headerTexts = await page.locator("thead th").allInnerTexts();
    const cells = await rows(page)
      .last()
      .locator("td")
      .evaluateAll((headerCells) =>
        headerCells.map((cell) => {
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
    const { sheets, width, height } = await printToPdf(page);
    const text = sheets.join(" ");
    const expectPrinted = (word: string) => expect(text.replace(/\s/g, "")).toContain(word.replace(/\s/g, ""));
    for (const head of headerTexts) expectPrinted(head);
    for (const cell of cells) expectPrinted(cell);
    expect(text).toContain(`(${emailOf("owner")}) on `);
    expect(text).toMatch(/Printed by .+ on \d\d\/\d\d\/\d{4} \d\d:\d\d, Lagos time/);
    expect(text).toMatch(/Rows 1–\d+ of [\d,]+/);
    for (const [index, sheet] of sheets.entries()) expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
    for (const word of NAVIGATION_TEXTS) expect(text).not.toContain(word);
    expect([width, height]).toEqual(headerTexts.length > 5 ? [842, 595] : [595, 842]);
  });

test("prints the search, filters and sort order of a list as text", async ({ page, as }) => {
  await as("viewer");
  await page.goto(`${DASHBOARD_PATH}/kyc-management?state=approved&q=a&sort=name`);
  await expect(rows(page).first()).toBeVisible();
  const { sheets } = await printToPdf(page);
  expect(sheets[0]).toContain("Search: a · State: Approved · Sorted by Name, ascending");
});

test("prints a minus sign on the same line as its amount", async ({ page, as }) => {
  await as("finance");
  await page.goto(`${DASHBOARD_PATH}/wallets/settlement-float`);
  await expect(rows(page).nth(1)).toBeVisible();
  const { sheets } = await printToPdf(page);
  expect(sheets.join(" ")).toMatch(/-₦[\d,]+\.\d\d/);
  expect(sheets.join(" ")).not.toMatch(/- ₦/);
});

test("prints an identity request without its documents, and an open drawer instead of the list", async ({
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
  await page.goto(`${DASHBOARD_PATH}/system-logs/audit-trails`);
  await expect(rows(page).nth(1)).toBeVisible();
  const lastRowName = await rows(page).last().locator("th").textContent();
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("What changed")).toBeVisible();
  const { sheets } = await printToPdf(page);
  expect(sheets.join(" ")).toContain("What changed");
  expect(sheets.join(" ")).not.toContain(lastRowName?.trim());
});
