// Slow: closes a day of the demo data as two admins. Also takes the pictures of docs/reconciliation.md.
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, rows, test, waitForHydration } from "./support/test";

const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";
const UNEXPLAINED_KOBO = 1_000_000_000_000;

/** Saves a screenshot for docs/reconciliation.md, only if requested: `PICTURES=docs npx playwright test e2e/reconciliation-day.spec.ts`. */
async function choosePicture(page: Page, name: string) {
  if (!process.env.PICTURES) return;
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.screenshot({
    path: path.join(process.env.PICTURES, `reconciliation-${name}.png`),
    animations: "disabled",
  });
}

test("proposes the oldest open day as one admin, and closes it as another", async ({ page, as, request }) => {
  test.setTimeout(180_000);
  const ownerToken = await as("owner");
  const settingsUrl = "/api/v1/wallets/reconciliation/settings";
  const headers = { authorization: `Bearer ${ownerToken}` };
  const {
    starts_on: _,
    closed_until: closedUntil,
    ...limits
  } = (await (await request.get(settingsUrl, { headers })).json()).data;
  const changed = await request.patch(settingsUrl, {
    headers,
    data: { ...limits, unexplained_limit: UNEXPLAINED_KOBO },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  const day = new Date(Date.parse(closedUntil) + 86_400_000).toISOString().slice(0, 10);

  await as("finance");
  await page.goto(RECONCILIATION_URL);
  await expect(rows(page).first()).toBeVisible();
  await choosePicture(page, "exceptions");
  await page.goto(`${RECONCILIATION_URL}?reason=amount_differs`);
  await rows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("dialog", { name: /^Item \d+$/ }).getByText("Post the difference, or split the item.")).toBeVisible();
  await choosePicture(page, "item");
  await page.goto(`${RECONCILIATION_URL}/accounts`);
  await expect(page.getByText("Every day is covered").first()).toBeVisible();
  await choosePicture(page, "accounts");
  await page.goto(`${RECONCILIATION_URL}/revenue-heads/report`);
  await expect(page.getByText("Total", { exact: true })).toBeVisible();
  await choosePicture(page, "revenue");

  await page.goto(`${RECONCILIATION_URL}/days/${day}`);
  await waitForHydration(page);
  const checklist = page.getByRole("list").filter({ hasText: "The day has ended" });
  await expect(checklist.getByRole("listitem")).toHaveCount(10);
  await page.getByText("Checklist", { exact: true }).scrollIntoViewIfNeeded();
  await choosePicture(page, "checklist");
  await page.getByRole("button", { name: "Propose for closing" }).click();
  const proposal = page.getByRole("dialog", { name: /^Propose / });
  await proposal.getByLabel(/^Remark/).fill("Ọ̀pẹ́ O’Neil's transfer is on suspense: the bank is asked.");
  await proposal.getByRole("button", { name: "Propose" }).click();
  await expect(page.getByText("Proposed", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the day" })).toHaveCount(0);

  await as("owner");
  await page.goto(`${RECONCILIATION_URL}/days/${day}`);
  await page.getByRole("button", { name: "Close the day" }).click();
  await page
    .getByRole("dialog", { name: /^Close / })
    .getByRole("button", { name: "Close the day" })
    .click();
  await expect(page.getByText("Audit chain")).toBeVisible();
  await expect(page.getByText("Ọ̀pẹ́ O’Neil's transfer is on suspense: the bank is asked.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Record (PDF)" })).toBeVisible();
  await choosePicture(page, "day");
});
