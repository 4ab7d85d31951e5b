// Slow: opens many lists and drawers, and verifies and exports the audit trail.
import { readFile } from "node:fs/promises";
import { expect, fetchPageHtml, rows, test } from "./support/test";

const LIST_PATH = "/dashboard/system-logs/audit-trails";
const ACTIVITIES_PATH = "/dashboard/system-logs/user-activities";

test("opens a row of the audit trail under a separate URL and keeps the filters", async ({ page, as }) => {
  await as("viewer");
  await page.goto(`${LIST_PATH}?outcome=done`);
  await rows(page).first().getByRole("link").first().click();
  await expect(page).toHaveURL(/outcome=done&entry=\d+/);
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Hash")).toBeVisible();
  await page.reload();
  await expect(drawer.getByText("Hash")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${LIST_PATH}?outcome=done`);
});

test("filters the audit trail by refused calls", async ({ page, as, request }) => {
  const token = await as("viewer");
  const id = "00000000-0000-7000-8000-000000000000";
  await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${token}` },
    data: { version: 1, decision: "approved" },
  });
  await page.goto(`${LIST_PATH}?outcome=refused`);
  const row = rows(page).filter({ hasText: "kyc.decide" }).first();
  await expect(row).toContainText("Refused");
  await row.getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("You don't have the right to do this.")).toBeVisible();
});

test("filters the audit trail by admin, by action, and by a record from its drawer", async ({ page, as }) => {
  await as("viewer");
  await page.goto(LIST_PATH);
  await page.getByRole("button", { name: /^Admin/ }).click();
  await page.getByRole("radio", { name: "Emmanuel Ogar" }).click();
  await expect(page).toHaveURL(/admin=[\da-f-]{36}/);
  await expect(rows(page).first()).toContainText("Emmanuel Ogar");
  await page.getByRole("button", { name: /^Action/ }).click();
  await page.getByRole("searchbox", { name: "Find in Action" }).fill("decided");
  await page.getByRole("radio", { name: "Decided an identity request" }).click();
  await expect(page).toHaveURL(/action=kyc\.decide/);
  // Waits for the new rows: the previous rows stay on screen until the response arrives.
  await expect(rows(page).first()).toContainText("kyc.decide");
  await rows(page).first().getByRole("link").first().click();
  await page.getByRole("link", { name: "All entries of this record" }).click();
  await expect(page).toHaveURL(/record_id=/);
  await expect(page.getByRole("button", { name: /Remove filter Record: KYC-/ })).toBeVisible();
});

test("reports an intact audit trail, and adds an audit row for the verification", async ({ page, as }) => {
  await as("viewer");
  await page.goto(LIST_PATH);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(
    page.getByRole("dialog").getByText(/The trail is complete|The new rows are unchanged|There are no new rows/),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page).first()).toContainText("systemLogs.verify");
});

test("without read access, the audit trail keeps its URL and shows which right is missing", async ({ page, as }) => {
  await as("kyc");
  for (const address of [LIST_PATH, ACTIVITIES_PATH, `${ACTIVITIES_PATH}/all`]) {
    await page.goto(address);
    await expect(page.getByText("You don't have access to System Logs")).toBeVisible();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("table")).toHaveCount(0);
  }
});

test("opens System Logs on the activity logs, whose rows are rendered on the server", async ({ page, as }) => {
  const token = await as("viewer");
  await page.goto("/dashboard/system-logs");
  await expect(page).toHaveURL(ACTIVITIES_PATH);
  for (const address of [ACTIVITIES_PATH, `${ACTIVITIES_PATH}/all`]) {
    const html = await fetchPageHtml(page, address, token);
    expect(html).toContain("Emmanuel Ogar");
    const requestUrls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && requestUrls.push(request.url()));
    await page.goto(address, { waitUntil: "networkidle" });
    await expect(rows(page).first()).toBeVisible();
    expect(requestUrls).toEqual([]);
  }
});

test("links a person's row in System Logs to their timeline, and the timeline to a single audit entry", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto(ACTIVITIES_PATH);
  await page.getByRole("searchbox", { name: "Search by name" }).fill("Emmanuel Ogar");
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveURL(/user-activities\/[\da-f-]{36}/);
  await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("Hash")).toBeVisible();
});

test("filters all activity by a user, with a link to the user's page", async ({ page, as }) => {
  await as("viewer");
  await page.goto(ACTIVITIES_PATH);
  await page.getByRole("link", { name: "All activity" }).click();
  await expect(page).toHaveURL(`${ACTIVITIES_PATH}/all`);
  await page.getByRole("button", { name: /^User/ }).click();
  await page.getByRole("radio", { name: "Emmanuel Ogar" }).click();
  await expect(page).toHaveURL(/user=[\da-f-]{36}/);
  await rows(page).first().getByRole("link", { name: "Emmanuel Ogar" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
});

test("shows the not-found page for the activity of an unknown user", async ({ page, as, expectedProblems }) => {
  expectedProblems.push(/404/);
  await as("viewer");
  await page.goto(`${ACTIVITIES_PATH}/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText("Oops!")).toBeVisible();
});

test("exports audit rows that match the filters, and adds an audit row for the export", async ({ page, as }) => {
  await as("owner");
  await page.goto(`${LIST_PATH}?action=kyc.decide`);
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
  // A download link works only once: a second request returns 410.
  expect((await page.request.get(download.url())).status()).toBe(410);
  await page.keyboard.press("Escape");
  await page.goto(LIST_PATH);
  await expect(rows(page).filter({ hasText: "exports.download" }).first()).toContainText("audit-trails");
});

test("offers the export only to admins with the export right", async ({ page, as }) => {
  await as("kyc");
  await page.goto("/dashboard/kyc-management?state=pending");
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  await as("viewer");
  await page.goto(LIST_PATH);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
});
