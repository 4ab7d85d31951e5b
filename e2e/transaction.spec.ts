import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { expectNoViolations } from "./support/accessible";
import { callAsApp } from "./support/citizen";
import { expect, rows, test, waitForHydration } from "./support/test";

type Row = { id: string; reference: string; amount: number; user: { id: string; name: string } };

/** Returns the first transaction that matches `query`. Tests that change a transaction use different queries, so that they do not collide. */
async function findTransaction(request: APIRequestContext, token: string, query: string): Promise<Row> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.get(`/api/v1/transactions?${query}`, { headers });
  return (await answer.json()).data.items[0];
}

test("finds a payment by its reference, and refunds a part of it although another admin has just refunded another part", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/400/, /409/);
  const token = await as("finance");
  const headers = { authorization: `Bearer ${token}` };
  const query = "type=bill_payment&channel=card&state=succeeded&min=1000&max=20000";
  const { id, reference, user } = await findTransaction(request, token, query);
  await page.goto("/dashboard/transactions/all");
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole("searchbox").fill(` ${reference.toLowerCase()} `);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(user.name);
  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveURL(`/dashboard/transactions/all/${id}`);
  await expect(page.getByRole("rowheader", { name: /Settlement float/ }).first()).toBeVisible();

  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: `Refund ${reference}?` });
  await dialog.getByLabel("Amount in naira").fill("99,999,999");
  await dialog.getByLabel("Reason").fill("The meter number was wrong");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(dialog.getByText(/At most ₦.* remain\./)).toBeVisible();
  await dialog.getByLabel("Amount in naira").fill("100");
  // Refunds ₦1 through the API, as if another admin did.
  const { remaining } = (await (await request.get(`/api/v1/transactions/${id}`, { headers })).json()).data;
  await request.post(`/api/v1/transactions/${id}/refund`, {
    headers: { ...headers, "idempotency-key": `e2e-${Date.now()}` },
    data: { amount: 100, remaining, reason: "Somebody else" },
  });
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(dialog.getByText(/is left to refund, not/)).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("The meter number was wrong");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Partially refunded").first()).toBeVisible();
  await expect(page.getByText("₦101.00").first()).toBeVisible();

  const downloadPromise = page.waitForEvent("download");
  await page.getByRole("button", { name: "Receipt (PDF)" }).click();
  const file = await downloadPromise;
  expect(file.suggestedFilename()).toBe(`transaction-receipt-${reference}.pdf`);
  expect(readFileSync(await file.path(), "latin1")).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  await expect(page.getByText("Downloaded a receipt")).toBeVisible();
  const refunds = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^RFD-/ }) });
  await refunds.filter({ hasText: "₦100.00" }).getByRole("link", { name: /^RFD-/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^RFD-/);
  await expect(page.getByRole("link", { name: reference })).toBeVisible();
  await expect(page.getByText("Requested by Ngozi Okafor: The meter number was wrong")).toBeVisible();
});

test("requires a second admin before a large dispute is recorded as lost", async ({ page, as, request }) => {
  const token = await as("finance");
  const query = "type=wallet_funding&channel=bank_transfer&state=succeeded&min=50001";
  const { id, reference } = await findTransaction(request, token, query);
  await page.goto(`/dashboard/transactions/all/${id}`);
  await page.getByRole("button", { name: "Dispute" }).click();
  const disputeDialog = page.getByRole("dialog", { name: `Dispute ${reference}?` });
  await disputeDialog.getByLabel("Reason").fill("The bank claims it back");
  await disputeDialog.getByRole("button", { name: "Mark as disputed" }).click();
  await page.getByRole("button", { name: "Record outcome" }).click();
  const outcomeDialog = page.getByRole("dialog", { name: `How did the dispute about ${reference} end?` });
  await outcomeDialog.getByLabel("Outcome").selectOption("lost");
  await outcomeDialog.getByLabel("Reason").fill("The bank ruled for its customer");
  await outcomeDialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/Awaiting approval by .*Ekaette Bassey/)).toBeVisible();
  await expect(page.getByText(`Dispute about ${reference} lost`).first()).toBeVisible();
});

test("previews the fee of a used payment method, and adds, changes and deletes another one", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/transactions/payment-methods");
  await page.getByRole("link", { name: "Card", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Card" })).toBeVisible();
  await expect(page.getByRole("deletion").filter({ hasText: "1.75%" })).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Card" });
  await expect(dialog.getByLabel("Fee in percent")).toHaveValue("1.5");
  await expect(dialog.getByText("₦250.00")).toBeVisible();
  await dialog.getByLabel("Flat fee in naira").fill("50");
  await expect(dialog.getByText("₦200.00")).toBeVisible();
  await expect(dialog.getByText("it can be disabled, but not deleted")).toBeVisible();
  await expect(dialog.getByLabel("Provider")).toBeDisabled();
  await expect(dialog.getByLabel("Channel")).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Payment methods" }).click();
  await page.getByRole("button", { name: "New payment method" }).click();
  const methodDialog = page.getByRole("dialog", { name: "New payment method" });
  const code = `pos_${Date.now()}`;
  await methodDialog.getByLabel("Code").fill(code);
  await methodDialog.getByLabel("Name").fill("Agent with a terminal");
  await methodDialog.getByLabel("Channel").selectOption("card");
  // The simulated provider is switched off on this server.
  await expect(methodDialog.getByRole("option", { name: "Simulated provider" })).toHaveCount(0);
  await methodDialog.getByLabel("Provider").selectOption("Our own ledger");
  await methodDialog.getByLabel("Minimum in naira").fill("100");
  await methodDialog.getByLabel("Maximum in naira").fill("50,000");
  await methodDialog.getByRole("button", { name: "Save" }).click();
  await expect(methodDialog).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: code });
  await row.getByRole("button", { name: "Change Agent with a terminal" }).click();
  const change = page.getByRole("dialog", { name: "Change Agent with a terminal" });
  // The form shows the stored values; the flat fee is empty.
  await expect(change.getByLabel("Channel")).toHaveValue("card");
  await change.getByLabel("Maximum in naira").fill("60,000");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await expect(row).toContainText("₦60,000.00");
  await row.getByRole("button", { name: "Change Agent with a terminal" }).click();
  await page.getByRole("button", { name: "Delete this payment method" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toHaveCount(0);
});

test("sends a withdrawal to an account of another name only after an admin's decision, by keyboard at 390 px", async ({
  page,
  as,
  request,
}) => {
  const token = await as("finance");
  const { user } = await findTransaction(request, token, "type=withdrawal&state=succeeded&sort=-created_at");
  await callAsApp(request, "POST", "/payments", {
    user_id: user.id,
    type: "wallet_funding",
    method: "card",
    amount: 100_000,
    description: "Wallet funding",
  });
  // For accounts that begin with 00099, the simulated provider returns another person's name.
  const { id } = await callAsApp(request, "POST", "/withdrawals", {
    ...{ user_id: user.id, bank_code: "058", account_number: "0009912345", amount: 10_000 },
  });
  // The provider returns the account's name after the response.
  const fetchNameCheck = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await request.get(`/api/v1/transactions/${id}`, { headers })).json()).data.account_check;
  };
  await expect.poll(fetchNameCheck).toMatchObject({ is_equal: false });
  await page.setViewportSize({ width: 390, height: 844 });
  const openDialog = page.getByRole("button", { name: "Decide about the account" });
  await page.goto(`/dashboard/transactions/all/${id}`);
  await waitForHydration(page);
  await openDialog.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pay ₦100.00 into this account?" });
  await expect(dialog).toContainText("The account is BLESSING OKORO's at the bank.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByLabel("Decision")).toHaveAttribute("aria-invalid", "true");
  await expectNoViolations(page);
  await dialog.getByLabel("Decision").press("s");
  await dialog.getByLabel("Reason").fill("Her maiden name, by the marriage certificate shown");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(openDialog).toBeHidden();
  await expect(page.getByText("An admin accepts the account's name at the bank. It is sent.")).toBeVisible();
});

test("shows figures for a period chosen by keyboard and kept in the URL, and checks selected payments with the provider", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/400/);
  const daysAgo = (days: number) => new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
  const [fromDay, toDay] = [daysAgo(40), daysAgo(20)];
  await as("finance");
  await page.goto("/dashboard/transactions");
  const days = page.getByRole("table", { name: /on each day/ }).getByRole("rowheader");
  await expect(days).toHaveCount(30);
  await waitForHydration(page);
  const chooseRange = async (firstDayPicked: string, lastDayPicked: string) => {
    await page.getByRole("button", { name: "Dates" }).press("Enter");
    await page.getByLabel("From").fill(firstDayPicked);
    await page.getByLabel("To", { exact: true }).fill(lastDayPicked);
    await page.getByLabel("To", { exact: true }).press("Enter");
  };
  // Dates entered in the wrong order still select the days between them.
  await chooseRange(toDay, fromDay);
  await expect(page).toHaveURL(`/dashboard/transactions?from=${fromDay}&to=${toDay}`);
  await expect(days).toHaveCount(21);
  await expect(page.getByText("vs previous 21 days")).toBeVisible();
  await page.getByRole("link", { name: "Volume", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`completed_from=${fromDay}&completed_to=${toDay}`));
  await page.goBack();
  await expect(days).toHaveCount(21);
  await waitForHydration(page);
  await chooseRange(toDay, toDay);
  await expect(page.getByText("vs previous day")).toBeVisible();
  await expect(days).toHaveCount(1);
  await chooseRange("2024-01-01", "2026-01-01");
  await expect(page.getByText("Choose at most 366 days.")).toBeVisible();
  // The page offers no retry, because the same request would fail again.
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await page.getByRole("link", { name: "7 days", exact: true }).click();
  await expect(days).toHaveCount(7);

  await test.step("a result for each selected payment", async () => {
    await page.goto("/dashboard/transactions/all?state=pending,processing");
    await expect(rows(page).first()).toBeVisible();
    await waitForHydration(page);
    for (const index of [0, 1]) await rows(page).nth(index).getByRole("checkbox").check();
    await expect(page.getByText("2 selected")).toBeVisible();
    await page.getByRole("button", { name: "Check status with provider" }).click();
    const dialog = page.getByRole("dialog", { name: "The provider answered about 2 of 2" });
    await expect(dialog.getByText(/^The provider says: /)).toHaveCount(2);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("2 selected")).toBeHidden();
  });
});
