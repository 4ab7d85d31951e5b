// Slow: closes a day of the demo data as two admins, on a server with the simulated provider. Also takes the pictures of
// docs/reconciliation.md. For these, load the demo with settlements first:
//   DATA_DIR=/tmp/demo npm run launch   (end it when it is ready)
//   E2E_DEMO_DIR=/tmp/demo PICTURES=docs npx playwright test e2e/reconciliation-day.spec.ts
import path from "node:path";
import type { Page } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";
import { type Account, apiSignIn } from "./support/sign-in";
import { expect, rows, test, waitForHydration } from "./support/test";

const SERVER_PORT = testPort(24);
const SERVER_URL = `http://localhost:${SERVER_PORT}`;
const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";
/** Highest sum of unexplained items in kobo with which the server lets admins close a day of the reconciliation. */
const UNEXPLAINED_LIMIT = 5_000_000_000;
const REMARK = "The transfer of Ọ̀pẹ́ O’Neil is on suspense until the bank answers.";

test.use({ baseURL: SERVER_URL });

let server: TestServer;
let removeDataDir: () => void;
const earlierDataDir = process.env.DATA_DIR;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const demo = makeDemoDir();
  removeDataDir = demo.removeDataDir;
  // Tells mail.ts where to read the server's mails.
  process.env.DATA_DIR = demo.dataDir;
  server = await startServer({ port: SERVER_PORT, dataDir: demo.dataDir, env: { SIMULATED_PROVIDER: "on" } });
});
test.afterAll(async () => {
  await server.stop();
  removeDataDir();
  if (earlierDataDir === undefined) delete process.env.DATA_DIR;
  else process.env.DATA_DIR = earlierDataDir;
});

/** Saves a screenshot for docs/reconciliation.md, if requested. */
async function choosePicture(page: Page, name: string) {
  if (!process.env.PICTURES) return;
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: path.join(process.env.PICTURES, `reconciliation-${name}.png`),
    animations: "disabled",
  });
}

test("one admin proposes to close the oldest open day of the reconciliation, and another admin closes it", async ({
  page,
  request,
}) => {
  test.setTimeout(420_000);
  const openAs = async (account: Account) => {
    const token = await apiSignIn(request, account);
    await page.context().addCookies([{ name: "cross-riv-token", value: token, url: SERVER_URL }]);
    return token;
  };
  const headers = { authorization: `Bearer ${await openAs("owner")}` };
  const settingsUrl = "/api/v1/wallets/reconciliation/settings";
  const settings = (await (await request.get(settingsUrl, { headers })).json()).data;
  const { starts_on: _, closed_until: closedUntil, ...limits } = settings;
  const data = { ...limits, unexplained_limit: UNEXPLAINED_LIMIT };
  const changed = await request.patch(settingsUrl, { headers, data });
  expect(changed.ok(), await changed.text()).toBe(true);
  const day = new Date(Date.parse(closedUntil) + 86_400_000).toISOString().slice(0, 10);

  await openAs("finance");
  await page.goto(`${RECONCILIATION_URL}/days/${day}`);
  await expect(page.getByRole("listitem").filter({ hasText: "The day has ended" })).toBeVisible();
  const propose = page.getByRole("button", { name: "Propose for closing" });
  // The settlements of the days before are fetched within a minute after the start, and matched 15 s later.
  await expect(async () => {
    await page.reload();
    await expect(propose).toBeEnabled({ timeout: 5_000 });
  }).toPass({ timeout: 180_000 });
  await page.getByText("Checklist", { exact: true }).evaluate((heading) => heading.scrollIntoView());
  await choosePicture(page, "checklist");

  await page.goto(RECONCILIATION_URL);
  await expect(rows(page).first()).toBeVisible();
  await choosePicture(page, "exceptions");
  // The demo data of tests has no settlements, so only the demo for pictures has an item whose amount differs.
  if (process.env.PICTURES) await page.goto(`${RECONCILIATION_URL}?reason=amount_differs`);
  await rows(page).first().getByRole("link").first().click();
  const drawer = page.getByRole("dialog", { name: /^Item \d+$/ });
  await expect(drawer.getByRole("heading", { name: "History" })).toBeVisible();
  await choosePicture(page, "item");
  await page.goto(`${RECONCILIATION_URL}/accounts`);
  await expect(page.getByText("Every day is covered").first()).toBeVisible();
  await choosePicture(page, "accounts");
  await page.goto(`${RECONCILIATION_URL}/revenue-heads/report`);
  await expect(page.getByText("Total", { exact: true })).toBeVisible();
  await choosePicture(page, "revenue");

  await page.goto(`${RECONCILIATION_URL}/days/${day}`);
  await waitForHydration(page);
  await propose.click();
  const proposal = page.getByRole("dialog", { name: /^Propose / });
  await proposal.getByLabel(/^Remark/).fill(REMARK);
  await proposal.getByRole("button", { name: "Propose" }).click();
  await expect(page.getByRole("button", { name: "Withdraw proposal" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toHaveCount(0);

  await openAs("owner");
  await page.goto(`${RECONCILIATION_URL}/days/${day}`);
  await page.getByRole("button", { name: "Close the day" }).click();
  const closing = page.getByRole("dialog", { name: /^Close / });
  await closing.getByRole("button", { name: "Close the day" }).click();
  await expect(page.getByText("Audit chain")).toBeVisible();
  await expect(page.getByText(REMARK)).toBeVisible();
  await expect(page.getByRole("button", { name: "Record (PDF)" })).toBeVisible();
  await choosePicture(page, "day");
});
