// Slow: signs in a requesting and an approving admin, and runs an operations command.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, rows, test } from "./support/test";

test("posts a manual transfer, new limits of a tier and imported opening balances that one admin requests and another approves", async ({
  page,
  as,
}, testInfo) => {
  const note = `Budget moved, ${Date.now()}`;
  const targetYear = new Date().getFullYear() + 5;
  const headers = { authorization: `Bearer ${await as("owner")}` };
  const answer = await page.request.get("/api/v1/user-management/users?status=active&size=20", { headers });
  const [firstUser, secondUser] = (await answer.json()).data.items;
  const file = testInfo.outputPath("old-system.csv");
  writeFileSync(file, `phone,balance\n${firstUser.phone},"₦1,250.50"\n${secondUser.phone},0.25\n`);
  const importRun = spawnSync(process.execPath, ["scripts/import-balances.mjs", file, "--app", "demo", "--apply"], {
    env: { ...process.env, DATABASE_URL: "" },
    encoding: "utf8",
  });
  expect([importRun.status, importRun.stderr]).toEqual([0, expect.stringContaining("2 lines")]);
  expect(importRun.stdout).not.toContain("audit heads can't be kept");

  await as("finance");
  await page.goto("/dashboard/wallets");
  await expect(page.getByRole("link", { name: "Settlement float" })).toBeVisible();
  const reference = await test.step("requests a manual transfer", async () => {
    await page.getByRole("button", { name: "New manual transfer" }).click();
    const formDialog = page.getByRole("dialog", { name: "New manual transfer" });
    await formDialog.getByLabel("What to do").selectOption("transfer");
    await formDialog.getByLabel("From").selectOption("grants_pool");
    await formDialog.getByLabel("To", { exact: true }).selectOption("promotions_pool");
    await formDialog.getByLabel("Reason").fill(note);
    await formDialog.getByLabel("Amount in naira").fill("1,234.56");
    await expect(formDialog.getByText("→").first()).toBeVisible();
    await formDialog.getByRole("button", { name: "Save" }).click();
    await expect(formDialog).toBeHidden();
    const awaitsApprovalText = page.getByText(/WAL-\d+ awaits approval\./);
    await expect(awaitsApprovalText).toBeVisible();
    return /WAL-\d+/.exec((await awaitsApprovalText.textContent()) ?? "")?.[0] ?? "";
  });
  const transferDrawer = page.getByRole("dialog", { name: reference });
  await test.step("shows the transfer to its requester", async () => {
    await rows(page).filter({ hasText: reference }).getByRole("link").first().click();
    await expect(transferDrawer.getByText("Awaiting approval by Ekaette Bassey")).toBeVisible();
    await expect(transferDrawer.getByRole("link", { name: "Decide" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(transferDrawer).toBeHidden();
  });
  const limitsDrawer = page.getByRole("dialog", { name: "Limits of wallets" });
  await test.step("requests new limits of a tier from a future day on", async () => {
    await page.getByRole("button", { name: "Limits of wallets" }).click();
    await expect(limitsDrawer.getByRole("region", { name: "Tier 2" }).getByText("₦200,000.00")).toBeVisible();
    await limitsDrawer.getByRole("button", { name: "Change the limits of tier 3" }).click();
    const formDialog = page.getByRole("dialog", { name: "Change the limits of tier 3" });
    await formDialog.getByLabel("Daily limit in naira").fill("4,000,000");
    await formDialog.getByLabel("First day").fill(`${targetYear}-03-01`);
    await formDialog.getByLabel("Reason").fill("Circular of the central bank");
    await formDialog.getByRole("button", { name: "Request approval" }).click();
    await expect(formDialog).toBeHidden();
    await expect(limitsDrawer.getByText("Awaiting approval by Ekaette Bassey")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(limitsDrawer).toBeHidden();
  });
  const balancesDrawer = page.getByRole("dialog", { name: "Opening balances" });
  const section = balancesDrawer.getByRole("region", { name: "old-system.csv" });
  await test.step("requests the posting of imported opening balances", async () => {
    await page.getByRole("button", { name: "Opening balances" }).click();
    await expect(section.getByText("₦1,250.75").first()).toBeVisible();
    await section.getByRole("button", { name: "Request the posting of old-system.csv" }).click();
    const formDialog = page.getByRole("dialog", { name: "Request the posting of old-system.csv" });
    await formDialog.getByLabel("Reason").fill("Sum of the old system");
    await formDialog.getByLabel("Sum in naira").fill("1,250.75");
    await formDialog.getByRole("button", { name: "Request approval" }).click();
    await expect(formDialog).toBeHidden();
    await expect(section.getByText("Awaiting approval by Ekaette Bassey")).toBeVisible();
  });

  await as("owner");
  await page.goto("/dashboard/approvals");
  for (const [record, words] of [
    [reference, [/Transfer ₦1,234\.56 from Grants pool to Promotions pool/]],
    ["Tier 3", [`Tier 3 from 1 Mar ${targetYear}: ₦4,000,000.00 a day, no highest balance`]],
    ["old-system.csv", [/Post 2 opening balances from old-system\.csv \(demo\): ₦1,250\.75/, "Wallets of 2 people"]],
  ] as const)
    await test.step(`approves ${record}`, async () => {
      await page.getByRole("button", { name: `Approve: ${record}` }).click();
      const dialog = page.getByRole("dialog");
      for (const text of words) await expect(dialog.getByText(text)).toBeVisible();
      await dialog.getByRole("button", { name: "Approve" }).click();
      await expect(dialog).toBeHidden();
    });

  await test.step("shows new limits and posted opening balances", async () => {
    await page.goto("/dashboard/wallets?limits=open");
    const tier = limitsDrawer.getByRole("region", { name: "Tier 3" });
    await expect(tier.getByText("₦5,000,000.00").first()).toBeVisible();
    await expect(tier.getByText(`From 1 Mar ${targetYear}`, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(limitsDrawer).toBeHidden();
    await page.getByRole("button", { name: "Opening balances" }).click();
    await expect(section.getByText("Posted", { exact: true }).first()).toBeVisible();
    await expect(section.getByText("2, ₦1,250.75", { exact: true })).toBeVisible();
    await page.goto("/dashboard/wallets/settlement-float?kind=opening_balance");
    await rows(page).first().getByRole("link").click();
    await expect(page.getByRole("link", { name: "The file of opening balances" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Reverse this entry" })).toBeVisible();
  });
  await test.step("shows both postings of the transfer in the statement, and downloads the statement", async () => {
    await page.goto(`/dashboard/wallets/grants-pool?q=${reference}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText("-₦1,234.56");
    await page.getByRole("button", { name: "Export" }).click();
    const downloadPromise = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "Download PDF" }).click();
    const download = await downloadPromise;
    expect(download.suggestedFilename()).toMatch(/^wallet-statement-[\d-]+\.pdf$/);
    expect(readFileSync(await download.path(), "latin1")).toMatch(/^%PDF-/);
    await expect(page.getByRole("dialog").getByText("Downloaded 1 row.")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).last().click();
    await rows(page).first().getByRole("link").click();
    const entry = page.getByRole("dialog", { name: "Transfer entry" });
    await expect(entry.getByRole("row", { name: /Promotions pool/ })).toContainText("₦1,234.56");
    await entry.getByRole("link", { name: "The movement" }).click();
    await expect(transferDrawer.getByText("Posted").first()).toBeVisible();
  });
});

test("keeps filters of a wallet's statement and the days of closing balances in the URL, and reports a balanced ledger", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto("/dashboard/wallets/grants-pool");
  await page.getByRole("button", { name: "Amount" }).click();
  await page.getByLabel("Amount in naira").fill("30,000,000");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/min=30000000/);
  await expect(page.getByText("Amount: at least ₦30,000,000")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await test.step("closing balances", async () => {
    await page.getByRole("link", { name: "Closing balances" }).click();
    await expect(page.getByRole("columnheader", { name: "Closing balance" })).toBeVisible();
    await expect(rows(page)).toHaveCount(31);
    await page.getByRole("button", { name: "Dates" }).click();
    await page.getByLabel("From").fill("2026-02-26");
    await page.getByLabel("To", { exact: true }).fill("2026-03-02");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/\?from=2026-02-26&to=2026-03-02$/);
    await expect(rows(page)).toHaveCount(5);
    await page.reload();
    await expect(page.getByText("26 Feb 2026 to 2 Mar 2026")).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
  });
  await page.goto("/dashboard/wallets");
  await expect(page.getByRole("button", { name: "New manual transfer" })).toHaveCount(0);
  await page.getByRole("button", { name: "Verify ledger" }).click();
  await expect(page.getByRole("dialog").getByText("Ledger balanced")).toBeVisible();
});

test("clears a late payment from suspense to a wallet, from the transaction's page", async ({ page, as }) => {
  const token = await as("finance");
  const headers = { authorization: `Bearer ${token}` };
  const fetchData = async (path: string) => (await (await page.request.get(`/api/v1${path}`, { headers })).json()).data;
  const suspenseRows = await fetchData("/wallets/accounts/suspense/statement?kind=transaction&direction=in&size=20");
  const entry = await fetchData(`/wallets/entries/${suspenseRows.items[0].entry_id}`);
  const { id, reference, user } = await fetchData(`/transactions/${entry.source.id}`);

  await page.goto(`/dashboard/transactions/all/${id}`);
  await expect(page.getByText("received for this transaction are in no wallet yet.")).toBeVisible();
  await page.getByRole("button", { name: "Clear to wallet" }).click();
  const formDialog = page.getByRole("dialog", { name: `Clear to ${user.name}'s wallet?` });
  await expect(formDialog.getByText(`for ${reference}. Nothing moves before`)).toBeVisible();
  const amount = await formDialog.getByLabel("Amount in naira").inputValue();
  await formDialog.getByLabel("Reason").fill("Paid after it had expired");
  await formDialog.getByRole("button", { name: "Request approval" }).click();
  await expect(formDialog).toBeHidden();
  await expect(page.getByText("Nothing of this transaction is left to clear.")).toBeVisible();
  await page.getByRole("link", { name: /^WAL-\d+$/ }).click();
  const drawer = page.getByRole("dialog", { name: /^WAL-\d+$/ });
  await expect(drawer.getByText("Awaiting approval by Ekaette Bassey")).toBeVisible();
  await expect(drawer.getByText(user.name, { exact: true })).toBeVisible();
  await expect(drawer.getByRole("link", { name: reference })).toBeVisible();

  await as("owner");
  await page.goto("/dashboard/approvals");
  const words = `Clear ₦${amount} from Suspense to ${user.name}'s wallet for ${reference}`;
  await rows(page)
    .filter({ hasText: words })
    .getByRole("button", { name: /^Approve/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`Takes effect immediately: ${words}.`)).toBeVisible();
  const balances = dialog.getByRole("table", { name: "Balances before and after" });
  await expect(balances.getByRole("row", { name: new RegExp(`Suspense Debit ₦${amount}`) })).toBeVisible();
  await expect(balances.getByRole("row", { name: `${user.name}'s wallet Credit ₦${amount}` })).toBeVisible();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/dashboard/transactions/all/${id}`);
  const movementLink = page.getByRole("link", { name: /^WAL-\d+$/ });
  await expect(movementLink).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear to wallet" })).toHaveCount(0);
  await movementLink.click();
  await expect(drawer.getByText("Posted").first()).toBeVisible();
});
