// Slow: waits for the timed tasks that fetch settlements and match items, and closes a day as two admins.
import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer } from "./support/server";
import { test as base, expect, rows } from "./support/test";

const DAY_MS = 86_400_000;
const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";

type WorkerFixtures = { server: string };

/** Test with a server of its own, whose simulated provider settles payments. Other test servers have no provider. */
const test = base.extend<object, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { dataDir, removeDataDir } = makeDemoDir();
      // Tells mail.ts where to read the server's mails.
      process.env.DATA_DIR = dataDir;
      const server = await startServer({ port: testPort(71), dataDir, env: { SIMULATED_PROVIDER: "on" } });
      await use(server.url);
      await server.stop();
      removeDataDir();
    },
    { scope: "worker", timeout: 200_000 },
  ],
});

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

/** Raises the limit for the sum of exceptions so that a day can be closed, and verifies all ledger entries. */
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

test("two admins close the oldest open day of the reconciliation, and download its record", async ({
  page,
  as,
  request,
}) => {
  test.setTimeout(300_000);
  const asFinance = callerOf(request, await as("finance"));
  const { closed_until } = await asFinance<{ closed_until: string }>("GET", "/reconciliation/accounts");
  const day = new Date(Date.parse(closed_until) + DAY_MS).toISOString().slice(0, 10);

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Exceptions, oldest open day" }).click();
  await expect(page).toHaveURL(`${RECONCILIATION_URL}/days/${day}`);
  await expect(page.getByText(/The limit is ₦0\.00\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Propose for closing" })).toBeDisabled();
  await page.getByRole("link", { name: "Correct: No exceptions above the limit" }).click();
  await expect(page).toHaveURL(`${RECONCILIATION_URL}?state=exception&to=${day}`);
  await expect(rows(page).first()).toContainText("Exception");

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
  await page.getByRole("link", { name: "All days to close" }).click();
  await rows(page).first().getByRole("link").click();
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
