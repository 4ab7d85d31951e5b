import type { Locator, Page } from "@playwright/test";
import { callAsApp } from "./support/citizen";
import { expect, rows, test } from "./support/test";

const USERS_PATH = "/dashboard/user-management/users";
/** Returns the phone number in a row. Ignores the column's name, which the cell contains on a phone. */
const phoneIn = async (row: Locator) => /\+234\d{10}/.exec((await row.textContent()) ?? "")?.[0] ?? "";

/** Opens the user at this position of the list. Each test uses another user, so that tests do not affect each other. */
async function openUserAt(page: Page, rowIndex: number, filters = "status=active&tier=0") {
  await page.goto(`${USERS_PATH}?${filters}`);
  const link = rows(page).nth(rowIndex).getByRole("link");
  const name = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return name;
}

test("links figures about users to filtered lists, and finds a user by a pasted phone number", async ({ page, as }) => {
  await as("viewer");
  await page.goto("/dashboard/user-management");
  await expect(page.getByRole("link", { name: "User Groups" })).toBeVisible();
  const newcomers = page.getByRole("link", { name: "New in 30 days" });
  const countShown = await page
    .locator("section", { has: newcomers })
    .last()
    .getByRole("paragraph")
    .first()
    .textContent();
  await newcomers.click();
  await expect(page.getByText(new RegExp(`of ${countShown}$`))).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Suspended" }).click();
  await expect(page).toHaveURL(`${USERS_PATH}?status=suspended`);
  await expect(page.getByRole("navigation", { name: "User management" })).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  for (const row of await rows(page).all()) await expect(row).toContainText("Suspended");
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  const phone = await phoneIn(rows(page).first());
  await page.goto(USERS_PATH);
  await page.getByRole("searchbox", { name: /Search by name/ }).fill(phone.replace("+234", "0"));
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("button", { name: "Reactivate" })).toHaveCount(0);
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("Opened the account")).toBeVisible();
  await expect(page).toHaveURL(/tab=activity/);
});

test("shows a user's transactions only with the right to read them, and keeps their filters in the URL", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("viewer")}` };
  const foundResponse = await request.get("/api/v1/transactions?type=refund&channel=card", { headers });
  const { user } = (await foundResponse.json()).data.items[0];
  await page.goto(`${USERS_PATH}/${user.id}`);
  // Searches the main content only, because the sidebar has a link with the same name.
  const partsNavigation = page.getByRole("navigation", { name: /Parts of/ });
  await partsNavigation.getByRole("link", { name: "Transactions", exact: true }).click();
  await expect(page).toHaveURL(`${USERS_PATH}/${user.id}?tab=transactions`);
  await expect(rows(page).nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Type" }).click();
  await page.getByRole("checkbox", { name: "Refund" }).check();
  await expect(page).toHaveURL(/tab=transactions&type=refund/);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  for (const row of await rows(page).all()) await expect(row).toContainText("Refund");
  await rows(page).first().getByRole("link").click();
  await page.getByRole("link", { name: user.name }).click();
  await expect(page).toHaveURL(`${USERS_PATH}/${user.id}`);

  await as("kyc");
  await page.goto(`${USERS_PATH}/${user.id}?tab=transactions`);
  await expect(partsNavigation.getByRole("link", { name: "Wallet" })).toBeVisible();
  await expect(partsNavigation.getByRole("link", { name: "Transactions" })).toHaveCount(0);
  // The header hides the last payment, because this admin may not read transactions. Identity details are collapsed.
  await expect(page.getByText("Balance", { exact: true })).toBeVisible();
  await expect(page.getByText("Last payment")).toHaveCount(0);
  await expect(page.getByText("Date of birth")).toBeHidden();
  await page.getByText("Identity details and id").click();
  await expect(page.getByText("Date of birth")).toBeVisible();
});

test("restricts a wallet with a legal basis, and lifts the restriction", async ({ page, as }) => {
  await as("support");
  const name = await openUserAt(page, 3);
  await expect(page.getByRole("button", { name: "Close account" })).toHaveCount(0);
  await page.getByRole("button", { name: "Restrict" }).click();
  const dialog = page.getByRole("dialog", { name: `Restrict ${name}'s wallet?` });
  await expect(dialog.getByText("the ledger rejects the chosen actions")).toBeVisible();
  await dialog.getByLabel("Restricted actions").selectOption("no_debit");
  await dialog.getByLabel("Reason").fill("Order of the court in Calabar");
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await expect(dialog.getByText("Choose the legal basis.")).toBeVisible();
  await dialog.getByLabel("Legal basis").selectOption("court_order");
  await dialog.getByLabel("Last day").fill("2099-05-01");
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Court order, ends automatically after 1 May 2099.")).toBeVisible();
  await page.getByRole("button", { name: "Lift restriction" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("The order was withdrawn");
  await page.getByRole("dialog").getByRole("button", { name: "Lift restriction" }).click();
  await expect(page.getByText("The wallet is restricted")).toHaveCount(0);
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("Lifted the restriction of a wallet")).toBeVisible();
});

test("opens an account at the counter after comparison with a similar one", async ({ page, as, expectedProblems }) => {
  expectedProblems.push(/409/);
  await as("owner");
  const openByPhone = async (phone: string) => {
    await page.goto(USERS_PATH);
    await page.getByRole("button", { name: "New user" }).click();
    const dialog = page.getByRole("dialog", { name: "New user" });
    for (const [label, value] of [
      ["First name", "Mary"],
      ["Last name", "Ita Giwa"],
      ["Date of birth", "1961-07-19"],
      ["Phone", phone],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel("Gender").selectOption("female");
    await dialog.getByLabel("LGA").selectOption("Bakassi");
    await dialog.getByRole("button", { name: "Open account" }).click();
    return dialog;
  };
  await openByPhone("0803 999 0001");
  await expect(page.getByRole("heading", { level: 1, name: "Mary Ita Giwa" })).toBeVisible();
  const firstUrl = page.url();
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("Opened the account")).toBeVisible();

  const dialog = await openByPhone("0803 999 0002");
  const similarLink = dialog.getByRole("link", { name: "Mary Ita Giwa" });
  await expect(similarLink).toHaveAttribute("href", new URL(firstUrl).pathname);
  await expect(dialog.getByLabel("Last name")).toHaveValue("Ita Giwa");
  await dialog.getByLabel("I compared them. This is another person.").check();
  await dialog.getByRole("button", { name: "Open account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mary Ita Giwa" })).toBeVisible();
  expect(page.url()).not.toBe(firstUrl);
});

test("opens an account during an identity request at the counter, then continues with the request", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/kyc-management/new");
  await page.getByLabel("Whose request is it?").fill("0803 999 0009");
  await page.getByRole("link", { name: "New user" }).click();
  const dialog = page.getByRole("dialog", { name: "New user" });
  await dialog.getByLabel("First name", { exact: true }).fill("Ọláyínká");
  await dialog.getByLabel("Last name", { exact: true }).fill("Bassey-Duke");
  await dialog.getByLabel("Date of birth").fill("1974-02-11");
  await dialog.getByLabel("Phone", { exact: true }).fill("0803 999 0009");
  await dialog.getByLabel("Gender").selectOption("male");
  await dialog.getByLabel("LGA").selectOption("Ikom");
  await dialog.getByRole("button", { name: "Open account" }).click();
  await expect(page).toHaveURL("/dashboard/kyc-management/new?q=%2B2348039990009");
  await page.getByRole("button", { name: /Choose/ }).click();
  await expect(page.getByText("For Ọláyínká Bassey-Duke, +2348039990009, tier 0")).toBeVisible();
});

test("refuses to close an account that has an open identity request, and saves a note on the account", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const headers = { authorization: `Bearer ${await as("owner")}` };
  const pendingResponse = await request.get("/api/v1/kyc?state=pending&sort=-submitted_at&page=3", { headers });
  const { user_id, reference } = (await pendingResponse.json()).data.items.at(-1);
  await page.goto(`${USERS_PATH}/${user_id}?tab=kyc`);
  await expect(page.getByRole("listitem").getByRole("link", { name: reference })).toBeVisible();
  // The header links to the identity request too, on every tab.
  await expect(page.getByRole("region", { name: "At a glance" }).getByRole("link", { name: reference })).toBeVisible();
  await page.getByRole("link", { name: "Notes" }).click();
  await page.getByLabel("New note").fill("Called twice, nobody answered.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Called twice, nobody answered." })).toBeVisible();
  await page.getByRole("button", { name: "Close account" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("It can't be closed yet")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Asked for it in writing");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await expect(dialog.getByText(/waits for a decision. It must be decided first/).last()).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("Asked for it in writing");
});

test("creates a user group from a file, and another one by a rule", async ({ page, as }) => {
  await as("owner");
  await page.goto(`${USERS_PATH}?status=active&tier=2`);
  const phone = await phoneIn(rows(page).first());
  const name = `Pilot ${Date.now()}`;
  await page.goto("/dashboard/user-management/user-groups");
  await page.getByRole("button", { name: "New group" }).click();
  const dialog = page.getByRole("dialog", { name: "New group" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("CSV or Excel file of people to add").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`phone\n${phone}\nnobody at all\n${phone.replace("+234", "0")}\n`),
  });
  await expect(dialog.getByText("people.csv: 1 user found, 2 rows with a problem")).toBeVisible();
  await expect(dialog.getByText("Row 3")).toBeVisible();
  await expect(dialog.getByText(/Duplicate of row 2/)).toBeVisible();
  await dialog.getByRole("button", { name: "Choose 1 user" }).click();
  await expect(dialog.getByText("Will be added: 1 user")).toBeVisible();
  await dialog.getByRole("button", { name: "Create group" }).click();
  await expect(dialog).toBeHidden();
  const row = rows(page).filter({ hasText: name });
  await row.getByRole("link", { name: "1 user" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(`Group: ${name}`)).toBeVisible();

  await page.goto("/dashboard/user-management/user-groups?group=new");
  await dialog.getByLabel("Name", { exact: true }).fill(`${name} by rule`);
  await dialog.getByLabel("Who belongs to it").selectOption("rule");
  await dialog.getByRole("button", { name: "Create group" }).click();
  await expect(dialog.getByText(/Set at least one condition:/)).toBeVisible();
  await dialog.getByLabel("Tier 3").check();
  await expect(dialog.getByText(/\d+ users match/)).toBeVisible();
  const selectionText = await dialog.getByRole("status").textContent();
  await dialog.getByLabel("At least, in naira").fill("1");
  await dialog.getByLabel("Over the last").selectOption("90");
  await expect(dialog.getByRole("status")).not.toHaveText(selectionText ?? "");
  await expect(dialog.getByText(/(^1 user matches|\d users match)$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Create group" }).click();
  await expect(dialog).toBeHidden();
  await rows(page)
    .filter({ hasText: `${name} by rule` })
    .filter({ hasText: "Tier 3; spent at least ₦1.00 in 90 days" })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete group" }).click();
  await page
    .getByRole("dialog", { name: /Delete the group/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(rows(page).filter({ hasText: `${name} by rule` })).toHaveCount(0);
});

test("adds users selected in the list to a group, and shows a result for each", async ({ page, as, request }) => {
  const headers = { authorization: `Bearer ${await as("owner")}` };
  const name = `Chosen ${Date.now()}`;
  await request.post("/api/v1/user-management/user-groups", { headers, data: { name, kind: "static" } });
  await page.goto(`${USERS_PATH}?status=active&tier=0`);
  const chooseRows = async (...rowIndexes: number[]) => {
    for (const nth of rowIndexes) await rows(page).nth(nth).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Add to group…" }).click();
    const dialog = page.getByRole("dialog", { name: `Add ${rowIndexes.length} users to a group` });
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByText("Choose a group.")).toBeVisible();
    await expect(dialog.getByRole("option", { name: "Young people" })).toHaveCount(0);
    await dialog.getByLabel("Group").selectOption({ label: name });
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog).toBeHidden();
  };
  await chooseRows(0, 1);
  await expect(page.getByText("2 users added.")).toBeVisible();
  await expect(page.getByText("2 selected")).toHaveCount(0);
  await chooseRows(1, 2);
  const results = page.getByRole("dialog", { name: "1 of 2 users added" });
  await expect(results.getByText(`In ${name} already.`)).toBeVisible();
  await expect(results.getByText(`Added to ${name}.`)).toBeVisible();
  await results.getByRole("button", { name: "Close" }).first().click();
  await page.goto(`/dashboard/user-management/user-groups?q=${name.replaceAll(" ", "+")}`);
  await expect(rows(page).getByRole("link", { name: "3 users" })).toBeVisible();
});

test("links a received transfer to its transaction only for admins who may read transactions", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("viewer")}` };
  const foundResponse = await request.get("/api/v1/transactions?type=transfer&state=succeeded", { headers });
  const { id, reference } = (await foundResponse.json()).data.items[0];
  const transfer = (await (await request.get(`/api/v1/transactions/${id}`, { headers })).json()).data;
  const statement = `${USERS_PATH}/${transfer.counterparty.id}?tab=wallet&q=${reference}`;
  await page.goto(statement);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link").click();
  await expect(page).toHaveURL(`/dashboard/transactions/all/${id}`);
  await page.getByRole("link", { name: transfer.counterparty.name }).click();
  await expect(page).toHaveURL(`${USERS_PATH}/${transfer.counterparty.id}`);

  // Without the right to read transactions, the posting is shown without link and reference.
  await as("kyc");
  await page.goto(`${USERS_PATH}/${transfer.counterparty.id}?tab=wallet`);
  await expect(rows(page).first()).toBeVisible();
  await expect(rows(page).getByRole("link")).toHaveCount(0);
  await expect(page.getByText("TRX-")).toHaveCount(0);
});

test("lists a citizen's reports on their page, only with the right to read reports", async ({ page, as, request }) => {
  const headers = { authorization: `Bearer ${await as("civic")}` };
  const { items } = (await (await request.get("/api/v1/ireports?size=20", { headers })).json()).data;
  const reports: { number: string; reporter: { id: string } | null }[] = await Promise.all(
    items.map(
      async ({ id }: { id: string }) => (await (await request.get(`/api/v1/ireports/${id}`, { headers })).json()).data,
    ),
  );
  const report = reports.find(({ reporter }) => reporter);
  await page.goto(`${USERS_PATH}/${report?.reporter?.id}?tab=reports&q=${report?.number}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link").first().click();
  await expect(page).toHaveURL(/ireports\/all\/[\da-f-]{36}$/);

  await as("kyc");
  await page.goto(`${USERS_PATH}/${report?.reporter?.id}?tab=reports`);
  const partsNavigation = page.getByRole("navigation", { name: /Parts of/ });
  await expect(partsNavigation.getByRole("link", { name: "Wallet" })).toBeVisible();
  await expect(partsNavigation.getByRole("link", { name: "Reports" })).toHaveCount(0);
});

test("shows a citizen's transfers and withdrawals on their page, with the remaining limits", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("finance")}` };
  const foundResponse = await request.get("/api/v1/user-management/users?tier=3&status=active&sort=-balance", {
    headers,
  });
  const [sender, recipient] = (await foundResponse.json()).data.items;
  const transferInput = { user_id: sender.id, to_phone: recipient.phone, amount: 123_400, description: "Rent" };
  await callAsApp(request, "POST", "/transfers", transferInput);
  const bankAccount = { bank_code: "058", account_number: "0123456789" };
  const withdrawal = await callAsApp(request, "POST", "/withdrawals", {
    user_id: sender.id,
    ...bankAccount,
    amount: 200_000,
  });
  const { used } = await callAsApp(request, "GET", `/users/${sender.id}/wallet`);
  expect(used.daily_debit).toBeGreaterThanOrEqual(323_400);

  await page.goto(`${USERS_PATH}/${sender.id}`);
  await expect(page.getByText("Limits of tier 3")).toBeVisible();
  await expect(page.getByText("Used today")).toBeVisible();
  await page.goto(`/dashboard/transactions/all/${withdrawal.id}`);
  await expect(page.getByText(`${sender.name}, bank 058, account •••• 6789`)).toBeVisible();
  // The sender's wallet statement shows the amount and the fee, which the sender pays.
  await page.goto(`${USERS_PATH}/${sender.id}?tab=wallet`);
  await expect(rows(page).filter({ hasText: "Rent" }).first()).toContainText("-₦1,244.00");
});
