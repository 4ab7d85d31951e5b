import type { Locator } from "@playwright/test";
import { callAsApp, fileReport } from "./support/citizen";
import { expect, rows, test } from "./support/test";

const USERS_PATH = "/dashboard/user-management/users";
const API_PATH = "/api/v1/user-management";
/** Returns the phone number in a row. Ignores the column's name, which the cell contains on a phone. */
const phoneIn = async (row: Locator) => /\+234\d{10}/.exec((await row.textContent()) ?? "")?.[0] ?? "";

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
  await page.getByRole("button", { name: /^Remove filter/ }).click();
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole("searchbox", { name: /Search by name/ }).fill(phone.replace("+234", "0"));
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole("link").click();
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("Opened the account")).toBeVisible();
  await expect(page).toHaveURL(/tab=activity/);
});

test("a citizen's page shows remaining limits, links postings, payments and reports, and keeps filters in the URL", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("viewer")}` };
  const foundResponse = await request.get(`${API_PATH}/users?tier=3&status=active&sort=-balance`, { headers });
  const [sender, recipient] = (await foundResponse.json()).data.items;
  const transferInput = { user_id: sender.id, to_phone: recipient.phone, amount: 123_400, description: "Rent" };
  const transfer = await callAsApp(request, "POST", "/transfers", transferInput);
  const bankAccount = { bank_code: "058", account_number: "0123456789" };
  const withdrawalInput = { user_id: sender.id, ...bankAccount, amount: 200_000 };
  const withdrawal = await callAsApp(request, "POST", "/withdrawals", withdrawalInput);
  const { used } = await callAsApp(request, "GET", `/users/${sender.id}/wallet`);
  expect(used.daily_debit).toBeGreaterThanOrEqual(323_400);
  const report = await fileReport(request, { user_id: sender.id, title: "Drain without a cover" });
  // Searches the tabs only, because the sidebar has links with the same names.
  const openTab = (name: string) =>
    page
      .getByRole("navigation", { name: /Parts of/ })
      .getByRole("link", { name, exact: true })
      .click();

  await page.goto(`${USERS_PATH}/${sender.id}`);
  await expect(page.getByText("Limits of tier 3")).toBeVisible();
  await expect(page.getByText("Used today")).toBeVisible();
  await test.step("a transfer is linked from both wallets, with the fee that the sender pays", async () => {
    const rentRow = rows(page).filter({ hasText: "Rent" }).first();
    await openTab("Wallet");
    await expect(rentRow).toContainText("-₦1,244.00");
    await rentRow.getByRole("link").click();
    await expect(page).toHaveURL(`/dashboard/transactions/all/${transfer.id}`);
    await page.getByRole("link", { name: recipient.name }).click();
    await expect(page).toHaveURL(`${USERS_PATH}/${recipient.id}`);
    await openTab("Wallet");
    await expect(rentRow).toContainText("₦1,234.00");
    await rentRow.getByRole("link").click();
    await expect(page).toHaveURL(`/dashboard/transactions/all/${transfer.id}`);
    await page.getByRole("link", { name: sender.name }).click();
    await expect(page).toHaveURL(`${USERS_PATH}/${sender.id}`);
  });
  await test.step("the filter of transactions is kept across a reload", async () => {
    await openTab("Transactions");
    await expect(page).toHaveURL(`${USERS_PATH}/${sender.id}?tab=transactions`);
    await expect(rows(page).nth(1)).toBeVisible();
    await page.getByRole("button", { name: "Type" }).click();
    await page.getByRole("checkbox", { name: "Withdrawal" }).check();
    await expect(page).toHaveURL(/tab=transactions&type=withdrawal/);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    for (const row of await rows(page).all()) await expect(row).toContainText("Withdrawal");
    await rows(page).first().getByRole("link").click();
    await expect(page).toHaveURL(`/dashboard/transactions/all/${withdrawal.id}`);
    await expect(page.getByText(`${sender.name}, bank 058, account •••• 6789`)).toBeVisible();
    await page.getByRole("link", { name: sender.name }).click();
    await expect(page).toHaveURL(`${USERS_PATH}/${sender.id}`);
  });
  await test.step("a report is linked", async () => {
    await openTab("Reports");
    await rows(page).filter({ hasText: report.number }).getByRole("link").first().click();
    await expect(page).toHaveURL(`/dashboard/ireports/all/${report.id}`);
  });
});

test("restricts a wallet with a legal basis, lifts the restriction, and saves a note on the account", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("support")}` };
  const foundResponse = await request.get(`${API_PATH}/users?status=active&tier=0`, { headers });
  const { id, name } = (await foundResponse.json()).data.items[3];
  await page.goto(`${USERS_PATH}/${id}`);
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
  await page.getByRole("link", { name: "Notes" }).click();
  await page.getByLabel("New note").fill("Called twice, nobody answered.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Called twice, nobody answered." })).toBeVisible();
});

test("opens an account at the counter after comparison with a similar one, and one during an identity request", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const headers = { authorization: `Bearer ${await as("owner")}` };
  const person = { first_name: "Mary", last_name: "Ita Giwa", date_of_birth: "1961-07-19" };
  const openedResponse = await request.post(`${API_PATH}/users`, {
    headers,
    data: { ...person, gender: "female", lga: "Bakassi", phone: "0803 999 0001" },
  });
  const similarUrl = `${USERS_PATH}/${(await openedResponse.json()).data.id}`;
  const dialog = page.getByRole("dialog", { name: "New user" });
  const fillForm = async (values: readonly (readonly [string, string])[], gender: string, lga: string) => {
    for (const [label, value] of values) await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel("Gender").selectOption(gender);
    await dialog.getByLabel("LGA").selectOption(lga);
    await dialog.getByRole("button", { name: "Open account" }).click();
  };
  await test.step("with a similar account", async () => {
    await page.goto(USERS_PATH);
    await page.getByRole("button", { name: "New user" }).click();
    const values = [
      ["First name", "Mary"],
      ["Last name", "Ita Giwa"],
      ["Date of birth", "1961-07-19"],
      ["Phone", "0803 999 0002"],
    ] as const;
    await fillForm(values, "female", "Bakassi");
    await expect(dialog.getByRole("link", { name: "Mary Ita Giwa" })).toHaveAttribute("href", similarUrl);
    await expect(dialog.getByLabel("Last name")).toHaveValue("Ita Giwa");
    await dialog.getByLabel("I compared them. This is another person.").check();
    await dialog.getByRole("button", { name: "Open account" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Mary Ita Giwa" })).toBeVisible();
    await expect(page).not.toHaveURL(similarUrl);
  });
  await test.step("during an identity request, which continues with the account", async () => {
    await page.goto("/dashboard/kyc-management/new");
    await page.getByLabel("Whose request is it?").fill("0803 999 0009");
    await page.getByRole("link", { name: "New user" }).click();
    const values = [
      ["First name", "Ọláyínká"],
      ["Last name", "Bassey-Duke"],
      ["Date of birth", "1974-02-11"],
      ["Phone", "0803 999 0009"],
    ] as const;
    await fillForm(values, "male", "Ikom");
    await expect(page).toHaveURL("/dashboard/kyc-management/new?q=%2B2348039990009");
    await page.getByRole("button", { name: /Choose/ }).click();
    await expect(page.getByText("For Ọláyínká Bassey-Duke, +2348039990009, tier 0")).toBeVisible();
  });
});

test("creates a user group by a rule, and one from a file, to which users selected in the list are added", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("owner")}` };
  const foundResponse = await request.get(`${API_PATH}/users?status=active&tier=2`, { headers });
  // Takes a user further down, because two of the newest users are added below.
  const { phone } = (await foundResponse.json()).data.items.at(-1);
  const name = `Pilot ${Date.now()}`;
  await page.goto("/dashboard/user-management/user-groups?group=new");
  const dialog = page.getByRole("dialog", { name: "New group" });
  await test.step("by a rule, then deletes it", async () => {
    await dialog.getByLabel("Name", { exact: true }).fill(`${name} by rule`);
    await dialog.getByLabel("Who belongs to it").selectOption("rule");
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
  await test.step("from a file", async () => {
    await page.getByRole("button", { name: "New group" }).click();
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
    await rows(page).filter({ hasText: name }).getByRole("link", { name: "1 user" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText(`Group: ${name}`)).toBeVisible();
  });
  await test.step("selected users", async () => {
    await page.getByRole("button", { name: /^Remove filter/ }).click();
    await expect(rows(page)).toHaveCount(20);
    for (const nth of [0, 1]) await rows(page).filter({ hasText: "Active" }).nth(nth).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Add to group…" }).click();
    const additionDialog = page.getByRole("dialog", { name: "Add 2 users to a group" });
    await additionDialog.getByLabel("Group").selectOption({ label: name });
    await additionDialog.getByRole("button", { name: "Add" }).click();
    await expect(additionDialog).toBeHidden();
    await expect(page.getByText("2 users added.")).toBeVisible();
    await expect(page.getByText("2 selected")).toHaveCount(0);
    const groups = await request.get(`${API_PATH}/user-groups?q=${encodeURIComponent(name)}`, { headers });
    expect((await groups.json()).data.items).toMatchObject([{ name, members: 3 }]);
  });
});
