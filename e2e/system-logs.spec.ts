// Slow: follows the trail through lists, drawers, verification and export.
import { readFile } from "node:fs/promises";
import { expect, firstHtml, rows, test } from "./support/test";

const LIST = "/dashboard/system-logs/audit-trails";
const ACTIVITIES = "/dashboard/system-logs/user-activities";

test.describe("the audit trail", () => {
  test("a row has an address of its own, and the filters around it stay", async ({ page, as }) => {
    await as("viewer");
    await page.goto(`${LIST}?outcome=done`);
    await rows(page).first().getByRole("link").first().click();
    await expect(page).toHaveURL(/outcome=done&entry=\d+/);
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("Hash")).toBeVisible();
    await page.reload();
    await expect(drawer.getByText("Hash")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`${LIST}?outcome=done`);
  });

  test("refused attempts are found by their outcome", async ({ page, as, request }) => {
    const token = await as("viewer");
    const id = "00000000-0000-7000-8000-000000000000";
    await request.patch(`/api/v1/kyc/${id}/decision`, {
      headers: { authorization: `Bearer ${token}` },
      data: { version: 1, decision: "approved" },
    });
    await page.goto(`${LIST}?outcome=refused`);
    const row = rows(page).filter({ hasText: "kyc.decide" }).first();
    await expect(row).toContainText("Refused");
    await row.getByRole("link").first().click();
    await expect(page.getByRole("dialog").getByText("You don't have the right to do this.")).toBeVisible();
  });

  test("a person and an action are chosen from lists; one record's entries from its drawer", async ({ page, as }) => {
    await as("viewer");
    await page.goto(LIST);
    await page.getByRole("button", { name: /^Admin/ }).click();
    await page.getByRole("radio", { name: "Emmanuel Ogar" }).click();
    await expect(page).toHaveURL(/admin=[\da-f-]{36}/);
    await expect(rows(page).first()).toContainText("Emmanuel Ogar");
    await page.getByRole("button", { name: /^Action/ }).click();
    await page.getByRole("searchbox", { name: "Find in Action" }).fill("decided");
    await page.getByRole("radio", { name: "Decided an identity request" }).click();
    await expect(page).toHaveURL(/action=kyc\.decide/);
    // The rows of before stay until these have come.
    await expect(rows(page).first()).toContainText("kyc.decide");
    await rows(page).first().getByRole("link").first().click();
    await page.getByRole("link", { name: "All entries of this record" }).click();
    await expect(page).toHaveURL(/record_id=/);
    await expect(page.getByRole("button", { name: /Remove filter Record: KYC-/ })).toBeVisible();
  });

  test("Verify says in words that the trail is whole, and that it was verified is on record", async ({ page, as }) => {
    await as("viewer");
    await page.goto(LIST);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByRole("dialog").getByText("The trail is whole")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rows(page).first()).toContainText("systemLogs.verify");
  });

  test("without the right the address stays and says which right is missing", async ({ page, as }) => {
    await as("kyc");
    for (const address of [LIST, ACTIVITIES, `${ACTIVITIES}/all`]) {
      await page.goto(address);
      await expect(page.getByText("You don't have access to System Logs")).toBeVisible();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("table")).toHaveCount(0);
    }
  });
});

test.describe("activity logs", () => {
  test("the module opens with them, and the rows are in the first HTML", async ({ page, as }) => {
    const token = await as("viewer");
    await page.goto("/dashboard/system-logs");
    await expect(page).toHaveURL(ACTIVITIES);
    for (const address of [ACTIVITIES, `${ACTIVITIES}/all`]) {
      const html = await firstHtml(page, address, token);
      expect(html).toContain("Emmanuel Ogar");
      const calls: string[] = [];
      page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
      await page.goto(address, { waitUntil: "networkidle" });
      await expect(rows(page).first()).toBeVisible();
      expect(calls).toEqual([]);
    }
  });

  test("from the sums of a person to their timeline, and to one entry of it", async ({ page, as }) => {
    await as("viewer");
    await page.goto(ACTIVITIES);
    await page.getByRole("searchbox", { name: "Search by name" }).fill("Emmanuel Ogar");
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().getByRole("link").click();
    await expect(page).toHaveURL(/user-activities\/[\da-f-]{36}/);
    await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
    await rows(page).first().getByRole("link").first().click();
    await expect(page.getByRole("dialog").getByText("Hash")).toBeVisible();
  });

  test("all activity is narrowed to one user, and a user's own page is one click away", async ({ page, as }) => {
    await as("viewer");
    await page.goto(ACTIVITIES);
    await page.getByRole("link", { name: "All activity" }).click();
    await expect(page).toHaveURL(`${ACTIVITIES}/all`);
    await page.getByRole("button", { name: /^User/ }).click();
    await page.getByRole("radio", { name: "Emmanuel Ogar" }).click();
    await expect(page).toHaveURL(/user=[\da-f-]{36}/);
    await rows(page).first().getByRole("link", { name: "Emmanuel Ogar" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
  });

  test("a user that does not exist is not found", async ({ page, as, expectedProblems }) => {
    expectedProblems.push(/404/);
    await as("viewer");
    await page.goto(`${ACTIVITIES}/00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText("Oops!")).toBeVisible();
  });
});

test.describe("export", () => {
  test("downloads every matching row with the filters as they are set, and is on record", async ({ page, as }) => {
    await as("owner");
    await page.goto(`${LIST}?action=kyc.decide`);
    await page.getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog", { name: /^Export [\d,]+ audit rows$/ });
    await expect(dialog).toContainText("All rows for this search and these filters");
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^audit-trails-\d{4}-\d\d-\d\d\.csv$/);
    await expect(dialog.getByText(/^Downloaded [\d,]+ rows\.$/)).toBeVisible();
    const text = await readFile(await download.path(), "utf8");
    expect(text).toMatch(/^\uFEFF"Row","When \(Lagos\)","Admin"/);
    const lines = text.split("\r\n").slice(1, -1);
    const title = (await dialog.getByRole("heading").textContent()) ?? "";
    expect(lines).toHaveLength(Number(title.replace(/\D/g, "")));
    for (const line of lines) expect(line).toContain('"kyc.decide"');
    // The link is used up; the page stayed where it was.
    expect((await page.request.get(download.url())).status()).toBe(410);
    await page.keyboard.press("Escape");
    await page.goto(LIST);
    await expect(rows(page).filter({ hasText: "exports.download" }).first()).toContainText("audit-trails");
  });

  test("is offered to those who may", async ({ page, as }) => {
    await as("kyc");
    await page.goto("/dashboard/kyc-management?state=pending");
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
    await as("viewer");
    await page.goto(LIST);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
  });
});
