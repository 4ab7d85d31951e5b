// Slow: waits for the timed tasks that collect, fetch and match items, and closes a day as two admins.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./support/test";

const DAY_MS = 86_400_000;
const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";

/** Returns the Lagos day that is this number of days before today. */
const daysAgo = (days: number) => new Date(Date.now() + 3_600_000 - days * DAY_MS).toISOString().slice(0, 10);

type Account = { id: string; is_active: boolean; name: string; version: number };
type Accounts = { items: Account[]; starts_on: string | null; closed_until: string | null };

/** Returns a function that calls the API of System Wallet as one admin. */
const callerOf =
  (request: APIRequestContext, token: string) =>
  async <Data>(method: "GET" | "POST" | "PATCH", path: string, data?: object): Promise<Data> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await request.fetch(`/api/v1/wallets${path}`, { method, data, headers });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return (await response.json()).data;
  };
type Caller = ReturnType<typeof callerOf>;

/** Adds a bank account that is the only reconciled one, and returns it with the first open day. */
async function startReconciliation(call: Caller): Promise<{ account: Account; day: string }> {
  const { items, starts_on, closed_until } = await call<Accounts>("GET", "/reconciliation/accounts");
  const day = closed_until ? new Date(Date.parse(closed_until) + DAY_MS).toISOString().slice(0, 10) : daysAgo(2);
  for (const { id: accountId, is_active, name, version } of items)
    if (is_active) await call("PATCH", `/reconciliation/accounts/${accountId}`, { version, name, is_active: false });
  const account = await call<Account>("POST", "/reconciliation/accounts", {
    ...{ name: `Collections ${Date.now()}`, bank_code: "011", bank_name: "First Bank" },
    ...{ account_number: String(Date.now()).slice(-10), ...(starts_on === null && { starts_on: day }) },
  });
  return { account, day };
}

/** Imports a statement of one day with one line of ₦1,000. */
async function importStatement(call: Caller, { id, name }: Account, day: string) {
  const statement = await call<{ id: string }>("POST", `/reconciliation/accounts/${id}/statements`, {
    ...{ file_name: `${name}.csv`, format: "csv", from_day: day, to_day: day },
    ...{ opening: 0, closing: 100_000, lines: 1, file_hash: createHash("sha256").update(name).digest("hex") },
  });
  const path = `/reconciliation/accounts/${id}/statements/${statement.id}`;
  await call("POST", `${path}/lines`, { after: 0, lines: [[2, day, 100_000, null, "Àdúké O'Neil, levy", ""]] });
  await call("POST", `${path}/finish`, {});
}

/** Accepts any sum of exceptions, and verifies the ledger until all entries are verified. */
async function acceptExceptions(call: Caller) {
  const {
    starts_on: _startsOn,
    closed_until: _closedUntil,
    ...settings
  } = await call<Record<string, unknown>>("GET", "/reconciliation/settings");
  await call("PATCH", "/reconciliation/settings", { ...settings, unexplained_limit: 100_000_000_000_000 });
  await expect
    .poll(async () => (await call<{ finished: boolean }>("GET", "/ledger-check?seconds=30")).finished)
    .toBe(true);
}

test("closes the oldest open day as two admins, and downloads its record", async ({ page, as, request }) => {
  test.setTimeout(300_000);
  const asFinance = callerOf(request, await as("finance"));
  const { account, day } = await startReconciliation(asFinance);

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Exceptions, oldest open day" }).click();
  await expect(page).toHaveURL(`${RECONCILIATION_URL}/days/${day}`);
  await expect(page.getByText(`No statement of ${account.name} covers the day.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Propose for closing" })).toBeDisabled();
  await page.getByRole("link", { name: "Correct: Bank statements cover the day" }).click();
  await expect(page).toHaveURL(`${RECONCILIATION_URL}/accounts`);

  await importStatement(asFinance, account, day);
  await acceptExceptions(callerOf(request, await as("owner")));
  type Day = { checklist: { id: string; ok: boolean; text: string }[] };
  const readProblems = async () =>
    (await asFinance<Day>("GET", `/reconciliation/days/${day}`)).checklist.filter(({ ok }) => !ok);
  await expect.poll(readProblems, { timeout: 180_000, intervals: [2_000] }).toEqual([]);

  await as("finance");
  await page.goto(`${RECONCILIATION_URL}/days/${day}`);
  await expect(page.getByText("All conditions are met.")).toBeVisible();
  await page.getByRole("button", { name: "Propose for closing" }).click();
  const proposal = page.getByRole("dialog", { name: /^Propose .* for closing\?$/ });
  await proposal.getByLabel("Remark").fill("The lines of this day are explained on paper");
  await proposal.getByRole("button", { name: "Propose" }).click();
  await expect(proposal).toBeHidden();
  await expect(page.getByRole("button", { name: "Withdraw proposal" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toBeHidden();

  await as("owner");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Days to close" }).click();
  await page.getByRole("row").getByRole("link").first().click();
  await page.getByRole("button", { name: "Close the day" }).click();
  const closing = page.getByRole("dialog", { name: /^Close / });
  await expect(closing.getByText("The lines of this day are explained on paper")).toBeVisible();
  await closing.getByRole("button", { name: "Close the day" }).click();
  await expect(closing).toBeHidden();
  await expect(page.getByText("As it was when the day was closed.")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Record (PDF)" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toContain(day);
  expect(readFileSync(await file.path(), "latin1")).toMatch(/^%PDF-/);
});
