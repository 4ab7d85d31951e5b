import type { Page } from "@playwright/test";
import { makeWorkbook } from "@/lib/tables/testing-workbook";
import { expect, test } from "./support/test";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const excelFile = (name: string, sheets: Parameters<typeof makeWorkbook>[0]) => ({
  name,
  mimeType: XLSX_TYPE,
  buffer: Buffer.from(makeWorkbook(sheets)),
});

/** Starts to measure the longest time in ms between two frames of the page. */
const startFrameMeasurement = (page: Page) =>
  page.evaluate(() => {
    const frames = { longest: 0, last: performance.now() };
    Object.assign(window, { frames });
    const next = () => {
      const now = performance.now();
      frames.longest = Math.max(frames.longest, now - frames.last);
      frames.last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
const readLongestFrame = (page: Page) =>
  page.evaluate(() => (window as unknown as { frames: { longest: number } }).frames.longest);

test("the user group form finds people in any column of an Excel file, and stays responsive with a large file", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("owner")}` };
  const answer = await request.get("/api/v1/user-management/users?status=active&tier=2", { headers });
  const { phone }: { phone: string } = (await answer.json()).data.items[0];
  await page.goto("/dashboard/user-management/user-groups?group=new");
  const dialog = page.getByRole("dialog", { name: "New group" });
  const file = dialog.getByLabel("CSV or Excel file of people to add");
  await file.setInputFiles(
    excelFile("people.xlsx", [
      { name: "Notes", rows: [["Not this one"]], hidden: true },
      { name: "Cover", rows: [] },
      {
        name: "June",
        rows: [
          ["Members of June"],
          null,
          ["Name", "Phone No."],
          ["Ada", Number(phone.replace("+", ""))],
          ["Eze", "2.34803E+12"],
        ],
      },
    ]),
  );
  await expect(dialog.getByText("people.xlsx: 1 user found, 1 row with a problem")).toBeVisible();
  await expect(dialog.getByText("Read from sheet “June”, column B “Phone No.”.")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Rows with a problem" })).toContainText(
    /Row 5\s*2\.34803E\+12\s*Excel shortened this number/,
  );

  const line = (n: number) => `${n};Ada Obi;0803${String(n).padStart(7, "0")}`;
  const largeCsv = ["sep=;", "No;Name;Mobile", ...Array.from({ length: 100_000 }, (_, n) => line(n))].join("\r\n");
  await startFrameMeasurement(page);
  await file.setInputFiles({ name: "all.csv", mimeType: "text/csv", buffer: Buffer.from(largeCsv) });
  await expect(
    dialog.getByText("all.csv: This file has 100,000 rows, and a check accepts 5,000. Split it and add it in parts."),
  ).toBeVisible({ timeout: 30_000 });
  expect(await readLongestFrame(page)).toBeLessThan(2_500);

  await dialog.getByLabel("Rows to check").fill(`Name\tPhone\nAda\t'${phone}\n`);
  await dialog.getByRole("button", { name: "Check rows" }).click();
  await expect(dialog.getByText("Pasted rows: 1 user found, 0 rows with a problem")).toBeVisible();
  await dialog.getByRole("button", { name: "Choose 1 user" }).click();
  await expect(dialog.getByText("Will be added: 1 user")).toBeVisible();
});

test("adds promotion codes from an Excel file, and lists each refused row", async ({ page, as, request }) => {
  const headers = { authorization: `Bearer ${await as("civic")}` };
  const answer = await request.get("/api/v1/promotions?trigger=code&state=active", { headers });
  const { id } = (await answer.json()).data.items[0];
  await page.goto(`/dashboard/promotions/all/${id}?tab=codes`);
  await page.getByRole("button", { name: "Add codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Add codes" });
  const code = `E2E-${Date.now()}`;
  await dialog.getByLabel("CSV or Excel file of codes").setInputFiles(
    excelFile("codes.xlsx", [
      {
        rows: [
          ["Note", "Voucher code"],
          ["x", code],
          ["y", "no code"],
        ],
      },
    ]),
  );
  await expect(dialog.getByText("codes.xlsx: 2 codes read from column B “Voucher code”.")).toBeVisible();
  await expect(dialog.getByLabel("Codes", { exact: true })).toHaveValue(`Voucher code\n${code}\nno code`);
  await dialog.getByRole("button", { name: "Add 2 codes" }).click();
  await expect(dialog.getByText("1 code added, 1 row with a problem")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Rows with a problem" })).toContainText(/Row 3\s*no code/);
});
