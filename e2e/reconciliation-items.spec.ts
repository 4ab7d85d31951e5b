// Slow: imports a statement and decides about its lines as two admins.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, rows, test } from "./support/test";

const DAY_MS = 86_400_000;
/** Day before yesterday in Lagos, such as 2026-11-28. */
const statementDay = () => new Date(Date.now() - 2 * DAY_MS + 3_600_000).toISOString().slice(0, 10);

type Line = readonly [amount: number, narration: string];

/** Imports a statement of a new bank account by the API. Amounts in kobo. */
async function importStatement(request: APIRequestContext, token: string, name: string, lines: readonly Line[]) {
  const call = async (method: "GET" | "POST", path: string, data?: object) => {
    const response = await request.fetch(`/api/v1/wallets/reconciliation${path}`, {
      method,
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return (await response.json()).data;
  };
  const day = statementDay();
  const { starts_on } = await call("GET", "/accounts");
  const account = await call("POST", "/accounts", {
    ...{ name, bank_code: "011", bank_name: "First Bank", account_number: "0000014579" },
    ...(starts_on === null && { starts_on: day }),
  });
  const closing = lines.reduce((sum, [amount]) => sum + amount, 0);
  const statement = await call("POST", `/accounts/${account.id}/statements`, {
    ...{
      file_name: `${name}.csv`,
      format: "csv",
      from_day: day,
      to_day: day,
      opening: 0,
      closing,
      lines: lines.length,
    },
    file_hash: createHash("sha256").update(name).digest("hex"),
  });
  const path = `/accounts/${account.id}/statements/${statement.id}`;
  const sent = lines.map(([amount, narration], index) => [index + 2, day, amount, null, narration, ""]);
  await call("POST", `${path}/lines`, { after: 0, lines: sent });
  await call("POST", `${path}/finish`, {});
}

const openLines = (page: Page, words: string) =>
  page.goto(`/dashboard/wallets/reconciliation?q=${encodeURIComponent(words)}&state=exception,expected`);
const selectRow = (page: Page, text: string) => rows(page).filter({ hasText: text }).getByRole("checkbox").check();

test("matches statement lines manually, undoes the match, splits a line and joins it, and uploads decisions in a file", async ({
  page,
  as,
  request,
}) => {
  test.setTimeout(180_000);
  const word = `zq${Date.now().toString(36)}`;
  const token = await as("finance");
  await importStatement(request, token, `Account ${word}`, [
    [1_234_500, `${word} transfer of O’Neil`],
    [-1_234_500, `${word} transfer returned`],
    [995_000, `${word} deposit less a fee`],
    [77_700, `${word} arrived without a name`],
  ]);

  await openLines(page, word);
  await expect(rows(page)).toHaveCount(4);
  await selectRow(page, "transfer of O’Neil");
  const match = page.getByRole("button", { name: /^Match/ });
  await expect(match).toBeDisabled();
  await selectRow(page, "transfer returned");
  await expect(match).toBeEnabled();
  await match.click();
  const dialog = page.getByRole("dialog", { name: "Match 2 items?" });
  await dialog.getByLabel("Remark").fill("Returned by the bank");
  await dialog.getByRole("button", { name: "Match" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(2);

  await page.goto("/dashboard/wallets/reconciliation?state=matched&rule=by_hand&min=12345&max=12345");
  await rows(page).first().getByRole("link").first().click();
  const drawer = page.getByRole("dialog", { name: /^Item \d+$/ });
  await expect(drawer.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(drawer.getByText("Returned by the bank").first()).toBeVisible();
  await drawer.getByRole("button", { name: "Undo match" }).click();
  const undo = page.getByRole("dialog", { name: /^Undo the match/ });
  await undo.getByLabel("Remark").fill("Another transfer");
  await undo.getByRole("button", { name: "Undo match" }).click();
  await expect(undo).toBeHidden();
  await expect(drawer.getByText("Exception").or(drawer.getByText("Expected")).first()).toBeVisible();

  await openLines(page, word);
  await rows(page).filter({ hasText: "deposit less a fee" }).getByRole("link").first().click();
  await drawer.getByRole("button", { name: "Split" }).click();
  const split = page.getByRole("dialog", { name: /^Split item/ });
  await split.getByLabel("Parts in naira").fill("10,000");
  await expect(split.getByText("Left: -₦50.00")).toBeVisible();
  await split.getByRole("button", { name: "Add the rest as a part" }).click();
  await split.getByLabel("Remark").fill("A fee of the bank");
  await split.getByRole("button", { name: "Split" }).click();
  await expect(split).toBeHidden();
  await drawer.getByRole("button", { name: "Join parts" }).click();
  await page
    .getByRole("dialog", { name: /^Join the 2 parts/ })
    .getByRole("button", { name: "Join parts" })
    .click();
  await expect(drawer.getByRole("button", { name: "Split" })).toBeVisible();

  await openLines(page, `${word} arrived`);
  const link = await rows(page).first().getByRole("link").first().getAttribute("href");
  const item = /item=(\d+)/.exec(link ?? "")?.[1] ?? "";
  const file = test.info().outputPath("decisions.csv");
  writeFileSync(file, `Item,Decision,Match with,Remark\n${item},Suspense,,Not known\n${item},forget,,Not known\n`);
  await page.getByRole("button", { name: "Upload decisions" }).click();
  const decisions = page.getByRole("dialog", { name: "Upload decisions" });
  await decisions.getByLabel("CSV or Excel file of decisions").setInputFiles(file);
  await expect(decisions.getByText("Use Match, Write off or Suspense instead of “forget”.")).toBeVisible();
  await decisions.getByRole("button", { name: "Execute 1 decision" }).click();
  await expect(decisions.getByText(/WAL-\d+ waits for approval\./)).toBeVisible();
  await decisions.getByRole("button", { name: "Close" }).last().click();
});
