import { print } from "./support/paper";
import { emailOf } from "./support/sign-in";
import { expect, rows, test } from "./support/test";

const DASHBOARD = "/dashboard";

/** Texts of the sidebar, the top bar, the toolbar and the pager, which must not be printed. */
const NAVIGATION = [
  "Search anything",
  "Logout",
  "Skip to content",
  "Collapse",
  "Rows per page",
  "Columns",
  "Role Management",
];

const LISTS = [
  ["transactions/all", "transactions"],
  ["user-management/users", "users"],
  ["kyc-management", "KYC requests"],
  ["system-logs/audit-trails", "audit"],
  ["promotions/all", "promotions"],
] as const;

for (const [path, name] of LISTS)
  test(`prints the list of ${name} with every column, who printed it and which rows`, async ({ page, as }) => {
    await as("owner");
    await page.goto(`${DASHBOARD}/${path}`);
    await expect(rows(page).nth(1)).toBeVisible();
    const heads = await page.locator("thead th").allInnerTexts();
    const cells = await rows(page)
      .last()
      .locator("td")
      .evaluateAll((all) =>
        all.map((cell) => {
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          let seen = "";
          while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            if (parent?.checkVisibility() && !parent.closest(".sr-only")) seen += texts.currentNode.textContent;
          }
          return seen;
        }),
      );
    const { sheets, width, height } = await print(page);
    const text = sheets.join(" ");
    const isIn = (word: string) => expect(text.replace(/\s/g, "")).toContain(word.replace(/\s/g, ""));
    for (const head of heads) isIn(head);
    for (const cell of cells) isIn(cell);
    expect(text).toContain(`(${emailOf("owner")}) on `);
    expect(text).toMatch(/Printed by .+ on \d\d\/\d\d\/\d{4} \d\d:\d\d, Lagos time/);
    expect(text).toMatch(/Rows 1–\d+ of [\d,]+/);
    for (const [index, sheet] of sheets.entries()) expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
    for (const word of NAVIGATION) expect(text).not.toContain(word);
    expect([width, height]).toEqual(heads.length > 5 ? [842, 595] : [595, 842]);
  });

test("prints the search, the filters and the order of a list in words", async ({ page, as }) => {
  await as("viewer");
  await page.goto(`${DASHBOARD}/kyc-management?state=approved&q=a&sort=name`);
  await expect(rows(page).first()).toBeVisible();
  const { sheets } = await print(page);
  expect(sheets[0]).toContain("Search: a · State: Approved · Sorted by Name, ascending");
});

test("keeps a minus on the line of its amount", async ({ page, as }) => {
  await as("finance");
  await page.goto(`${DASHBOARD}/wallets/settlement-float`);
  await expect(rows(page).nth(1)).toBeVisible();
  const { sheets } = await print(page);
  expect(sheets.join(" ")).toMatch(/-₦[\d,]+\.\d\d/);
  expect(sheets.join(" ")).not.toMatch(/- ₦/);
});

test("prints a record without its documents, and a drawer instead of the list behind it", async ({ page, as }) => {
  await as("owner");
  await page.goto(`${DASHBOARD}/kyc-management`);
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Checklist" })).toBeVisible();
  const record = await print(page);
  expect(record.sheets[0]).toContain("Documents are not printed: ");
  expect([record.width, record.height]).toEqual([595, 842]);
  await page.goto(`${DASHBOARD}/system-logs/audit-trails`);
  await expect(rows(page).nth(1)).toBeVisible();
  const last = await rows(page).last().locator("th").textContent();
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("What changed")).toBeVisible();
  const { sheets } = await print(page);
  expect(sheets.join(" ")).toContain("What changed");
  expect(sheets.join(" ")).not.toContain(last?.trim());
});
