// Slow: starts a server with the simulated provider, matches the payments of the demo data, and closes a day as two admins. Also takes
// the pictures of docs/reconciliation.md. For these, load the demo with settlements first:
//   DATA_DIR=/tmp/demo npm run launch   (end it when it is ready)
//   E2E_DEMO_DIR=/tmp/demo PICTURES=docs npx playwright test e2e/reconciliation-day.spec.ts
import { readFileSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer } from "./support/server";
import { test as base, expect, rows } from "./support/test";

const DAY_MS = 86_400_000;
const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";
const TEST_CRON_SECRET = "a-secret-of-the-clock-with-40-characters";
/** Highest sum of unexplained items in kobo with which the server lets admins close a day of the reconciliation. */
const UNEXPLAINED_LIMIT = 5_000_000_000;
const REMARK = "The transfer of Ọ̀pẹ́ O’Neil is on suspense until the bank answers.";

type WorkerFixtures = { server: string };

/** Test with a server of its own, whose simulated provider settles payments. Other test servers have no provider. */
const test = base.extend<object, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { dataDir, removeDataDir } = makeDemoDir();
      // Tells mail.ts where to read the server's mails.
      process.env.DATA_DIR = dataDir;
      const env = { SIMULATED_PROVIDER: "on", CRON_SECRET: TEST_CRON_SECRET };
      const server = await startServer({ port: testPort(24), dataDir, env });
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
  async <Data>(method: "GET" | "POST" | "PATCH", apiPath: string, data?: object): Promise<Data> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await request.fetch(`/api/v1/wallets${apiPath}`, { method, data, headers });
    expect(response.ok(), `${apiPath}: ${await response.text()}`).toBe(true);
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
  await call("PATCH", "/reconciliation/settings", { ...settings, unexplained_limit: UNEXPLAINED_LIMIT });
  await expect
    .poll(async () => (await call<{ finished: boolean }>("GET", "/ledger-check?seconds=30")).finished)
    .toBe(true);
}

/** Runs the scheduled tasks that fetch settlements and match items, instead of waiting for their timers. */
async function runScheduledTasks(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${TEST_CRON_SECRET}` };
  const response = await request.get("/api/cron/minute", { headers });
  const { done } = (await response.json()).data;
  expect(done).toEqual(expect.arrayContaining(["fetch-settlements", "collect-ledger-items", "match-items"]));
}

/** Saves a screenshot for docs/reconciliation.md, if requested. */
async function takePicture(page: Page, name: string) {
  if (!process.env.PICTURES) return;
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: path.join(process.env.PICTURES, `reconciliation-${name}.png`),
    animations: "disabled",
  });
}

/** Saves screenshots of the other pages of the reconciliation. Other test files check these pages. */
async function takePicturesOfOtherPages(page: Page) {
  await page.goto(RECONCILIATION_URL);
  await expect(rows(page).first()).toBeVisible();
  await takePicture(page, "exceptions");
  await page.goto(`${RECONCILIATION_URL}?reason=amount_differs`);
  await rows(page).first().getByRole("link").first().click();
  const drawer = page.getByRole("dialog", { name: /^Item \d+$/ });
  await expect(drawer.getByRole("heading", { name: "History" })).toBeVisible();
  await takePicture(page, "item");
  await page.goto(`${RECONCILIATION_URL}/accounts`);
  await expect(page.getByText("Every day is covered").first()).toBeVisible();
  await takePicture(page, "accounts");
  await page.goto(`${RECONCILIATION_URL}/revenue-heads/report`);
  await expect(page.getByText("Total", { exact: true })).toBeVisible();
  await takePicture(page, "revenue");
}

test("one admin proposes to close the oldest open day of the reconciliation, and another admin closes it and downloads its record", async ({
  page,
  as,
  request,
}) => {
  test.setTimeout(420_000);
  const asOwner = callerOf(request, await as("owner"));
  const asFinance = callerOf(request, await as("finance"));
  const { closed_until } = await asFinance<{ closed_until: string }>("GET", "/reconciliation/accounts");
  const day = new Date(Date.parse(closed_until) + DAY_MS).toISOString().slice(0, 10);

  await test.step("a day above the limit can't be proposed", async () => {
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Exceptions, oldest open day" }).click();
    await expect(page).toHaveURL(`${RECONCILIATION_URL}/days/${day}`);
    await expect(page.getByRole("listitem").filter({ hasText: "The day has ended" })).toBeVisible();
    await expect(page.getByText(/The limit is ₦0\.00\./)).toBeVisible();
    await expect(page.getByRole("button", { name: "Propose for closing" })).toBeDisabled();
    await page.getByRole("link", { name: "Correct: No exceptions above the limit" }).click();
    await expect(page).toHaveURL(`${RECONCILIATION_URL}?state=exception&to=${day}`);
    await expect(rows(page).first()).toContainText("Exception");
  });

  await acceptExceptions(asOwner);
  type Day = { checklist: { id: string; ok: boolean; text: string }[] };
  const readProblems = async () => {
    await runScheduledTasks(request);
    return (await asFinance<Day>("GET", `/reconciliation/days/${day}`)).checklist.filter(({ ok }) => !ok);
  };
  await expect.poll(readProblems, { timeout: 180_000, intervals: [500] }).toEqual([]);
  if (process.env.PICTURES) await takePicturesOfOtherPages(page);

  await test.step("finance proposes to close the day", async () => {
    await page.goto(`${RECONCILIATION_URL}/days/${day}`);
    await expect(page.getByText("All conditions are met.")).toBeVisible();
    await page.getByText("Checklist", { exact: true }).evaluate((heading) => heading.scrollIntoView());
    await takePicture(page, "checklist");
    await page.getByRole("button", { name: "Propose for closing" }).click();
    const proposal = page.getByRole("dialog", { name: /^Propose .* for closing\?$/ });
    await proposal.getByLabel("Remark").fill(REMARK);
    await proposal.getByRole("button", { name: "Propose" }).click();
    await expect(proposal).toBeHidden();
    await expect(page.getByRole("button", { name: "Withdraw proposal" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Close the day" })).toHaveCount(0);
  });

  await test.step("the owner closes the day and downloads its record", async () => {
    await as("owner");
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "All days to close" }).click();
    await rows(page).first().getByRole("link").click();
    await page.getByRole("button", { name: "Close the day" }).click();
    const closing = page.getByRole("dialog", { name: /^Close / });
    await expect(closing.getByText(REMARK)).toBeVisible();
    await closing.getByRole("button", { name: "Close the day" }).click();
    await expect(closing).toBeHidden();
    await expect(page.getByText("As it was when the day was closed.")).toBeVisible();
    await expect(page.getByText("Audit chain")).toBeVisible();
    await expect(page.getByText(REMARK)).toBeVisible();
    await takePicture(page, "day");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Record (PDF)" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toContain(day);
    expect(readFileSync(await file.path(), "latin1")).toMatch(/^%PDF-/);
  });
});
