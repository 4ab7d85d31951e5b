import { readFile } from "node:fs/promises";
import { expect, fetchPageHtml, rows, test } from "./support/test";

const LIST_PATH = "/dashboard/system-logs/audit-trails";
const ACTIVITIES_PATH = "/dashboard/system-logs/user-activities";

test("verifies the audit trail, filters it by admin, action, record and outcome, and keeps an open row and filters in the URL", async ({
  page,
  as,
  request,
}) => {
  const token = await as("viewer");
  const id = "00000000-0000-7000-8000-000000000000";
  await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${token}` },
    data: { version: 1, decision: "approved" },
  });
  await page.goto(LIST_PATH);
  const drawer = page.getByRole("dialog");
  await test.step("reports an intact audit trail, and adds an audit row for the verification", async () => {
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(
      drawer.getByText(/The trail is complete|The new rows are unchanged|There are no new rows/),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rows(page).first()).toContainText("systemLogs.verify");
    // The admin has no right to export.
    await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  });
  await test.step("filters by admin, by action, and by a record from its drawer", async () => {
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
  await test.step("opens a refused call under a separate URL, and keeps the filter", async () => {
    await page.goto(`${LIST_PATH}?outcome=refused`);
    const row = rows(page).filter({ hasText: "kyc.decide" }).first();
    await expect(row).toContainText("Refused");
    await row.getByRole("link").first().click();
    await expect(page).toHaveURL(/outcome=refused&entry=\d+/);
    await expect(drawer.getByText("You don't have the right to do this.")).toBeVisible();
    await expect(drawer.getByText("Hash")).toBeVisible();
    await page.reload();
    await expect(drawer.getByText("Hash")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`${LIST_PATH}?outcome=refused`);
  });
});

test("renders activity logs on the server, and links a person to their timeline, an audit entry and all activity to a user's page", async ({
  page,
  as,
}) => {
  const token = await as("viewer");
  const requestUrls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/") && requestUrls.push(request.url()));
  /** Opens a page whose rows are in the server's HTML, so that the page sends no API requests. */
  const openRendered = async (path: string, expectedPath: string) => {
    expect(await fetchPageHtml(page, expectedPath, token)).toContain("Emmanuel Ogar");
    requestUrls.length = 0;
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page).toHaveURL(expectedPath);
    await expect(rows(page).first()).toBeVisible();
    expect(requestUrls).toEqual([]);
  };
  await test.step("System Logs opens on the activity logs", async () => {
    await openRendered("/dashboard/system-logs", ACTIVITIES_PATH);
    await expect(page.getByRole("link", { name: "All activity" })).toHaveAttribute("href", `${ACTIVITIES_PATH}/all`);
    await page.getByRole("searchbox", { name: "Search by name" }).fill("Emmanuel Ogar");
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().getByRole("link").click();
    await expect(page).toHaveURL(/user-activities\/[\da-f-]{36}/);
    await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
    await rows(page).first().getByRole("link").first().click();
    await expect(page.getByRole("dialog").getByText("Hash")).toBeVisible();
  });
  await test.step("all activity, filtered by a user", async () => {
    await openRendered(`${ACTIVITIES_PATH}/all`, `${ACTIVITIES_PATH}/all`);
    await page.getByRole("button", { name: /^User/ }).click();
    await page.getByRole("radio", { name: "Emmanuel Ogar" }).click();
    await expect(page).toHaveURL(/user=[\da-f-]{36}/);
    await rows(page).first().getByRole("link", { name: "Emmanuel Ogar" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
  });
});

test("exports the audit rows that match the filters, by a link that works only once", async ({ page, as }) => {
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
  // A second request for the same link returns 410.
  expect((await page.request.get(download.url())).status()).toBe(410);
});
