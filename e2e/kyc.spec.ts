import { expect, rows, test } from "./support/test";

const LIST = "/dashboard/kyc-management";
const OPEN_NOBODY = `${LIST}?state=pending&assignee=nobody&sort=-submitted_at`;

test("the first HTML carries the rows, and no call follows", async ({ page, as }) => {
  const token = await as("viewer");
  const html = await (await page.request.get(LIST, { headers: { cookie: `cross-riv-token=${token}` } })).text();
  expect(new Set(html.match(/KYC-\d{6}/g)).size).toBe(20);
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
  await page.goto(LIST, { waitUntil: "networkidle" });
  await expect(rows(page)).toHaveCount(20);
  expect(calls).toEqual([]);
});

test("filters, sort, search and page live in the URL: reload, back and a shared link give the same list", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto(LIST);
  await page.getByRole("button", { name: /^State/ }).click();
  await page.getByRole("checkbox", { name: "Approved" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/state=approved/);
  await expect(rows(page).first()).toContainText("Approved");
  await page.getByRole("button", { name: /^Name/ }).click();
  await expect(page).toHaveURL(/sort=name/);
  await page.getByRole("button", { name: /next page/i }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^21–40/)).toBeVisible();
  const shown = await rows(page).allInnerTexts();
  await page.reload();
  await expect(page.getByText(/^21–40/)).toBeVisible();
  expect(await rows(page).allInnerTexts()).toEqual(shown);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
  await page.getByRole("searchbox", { name: /name, reference or phone/ }).fill("kyc-000007");
  await expect(page).toHaveURL(/q=kyc-000007/);
});

test("nothing matches, couldn't load, and a page past the end are told apart", async ({
  page,
  as,
  expectedProblems,
}) => {
  await as("viewer");
  await page.goto(`${LIST}?q=zzzz`);
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(20);
  await page.goto(`${LIST}?page=900`);
  await expect(page.getByText("This page is empty")).toBeVisible();

  expectedProblems.push(/500|Failed to load/);
  await page.goto(LIST);
  await page.route("**/api/v1/kyc?*", (route) => route.fulfill({ status: 500, body: "<html>" }));
  await page.getByRole("button", { name: /Late only/ }).click();
  await expect(page.getByText("Couldn't load")).toBeVisible();
  await expect(page).toHaveURL(/late=true/);
  await page.unroute("**/api/v1/kyc?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rows(page).first()).toBeVisible();
});

test("an officer looks at the documents and approves; author and time are on the record and in the audit trail", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto(OPEN_NOBODY);
  const reference =
    (await rows(page)
      .first()
      .getByText(/KYC-\d{6}/)
      .textContent()) ?? "";
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
  await page.getByRole("button", { name: "Selfie" }).click();
  await expect(page.getByRole("img", { name: "Selfie" })).toBeVisible();

  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await page.getByRole("button", { name: /^Approve/ }).click();
  const dialog = page.getByRole("dialog", { name: `Approve ${name}'s KYC?` });
  await expect(dialog).toContainText(/tier/i);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Approved by Ekaette Bassey/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toBeHidden();

  await page.goto("/dashboard/system-logs/audit-trails");
  const row = rows(page)
    .filter({ hasText: reference ?? "" })
    .filter({ hasText: "kyc.decide" })
    .first();
  await row.getByRole("link").first().click();
  const drawer = page.getByRole("dialog", { name: "kyc.decide" });
  await expect(drawer).toContainText("Ekaette Bassey");
  await expect(drawer.getByRole("row", { name: /^State/ })).toContainText("approved");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("a rejection needs a reason and a text, keyboard only", async ({ page, as }) => {
  await as("kyc");
  await page.goto(OPEN_NOBODY);
  await rows(page).first().getByRole("link").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/kyc-management\/.+/);
  await expect(page.getByRole("button", { name: /^Reject/ })).toBeVisible();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: /^Reject/ });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Reject" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Choose a reason.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").selectOption({ label: "Unreadable document" });
  await page.keyboard.press("Tab");
  await page.keyboard.type("The photo of your card is blurred. Please take it again in daylight.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Rejected by Emmanuel Ogar/)).toBeVisible();
  await expect(page.getByText("Please take it again in daylight.").first()).toBeVisible();
});

test("when a colleague was faster, the screen says who, keeps the typed text and shows the fresh record", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  await as("kyc");
  await page.goto(OPEN_NOBODY);
  await rows(page).first().getByRole("link").click();
  await page.waitForURL(/kyc-management\/.+/);
  await page.getByRole("button", { name: /^Reject/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").selectOption({ label: "Another reason" });
  await dialog.getByLabel("What the user will read").fill("A text that took a while to write.");

  const { apiSignIn } = await import("./support/sign-in");
  const owner = await apiSignIn(request, "owner");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const decided = await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${owner}` },
    data: { version: 1, decision: "approved" },
  });
  expect(decided.status()).toBe(200);

  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Ekaette Bassey already approved this request.");
  await expect(dialog.getByLabel("What the user will read")).toHaveValue("A text that took a while to write.");
  await expect(page.getByText(/Approved by Ekaette Bassey/)).toBeAttached();
});

test("a reader sees no buttons, and the API refuses the call", async ({ page, as, request }) => {
  const token = await as("viewer");
  await page.goto(OPEN_NOBODY);
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: /Approve|Reject|resubmission/ })).toHaveCount(0);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const refused = await request.patch(`/api/v1/kyc/${id}/decision`, {
    headers: { authorization: `Bearer ${token}` },
    data: { version: 1, decision: "approved" },
  });
  expect(refused.status()).toBe(403);
});

test("a module that the role may not read is not in the menu, and its address leads home", async ({ page, as }) => {
  await as("finance");
  await page.goto(LIST);
  await expect(page).toHaveURL("/dashboard");
  await expect(
    page.getByRole("navigation", { name: /main/i }).getByRole("link", { name: "KYC Management" }),
  ).toHaveCount(0);
});

test("an unknown request is the not-found page", async ({ page, as, expectedProblems }) => {
  expectedProblems.push(/404/);
  await as("viewer");
  await page.goto(`${LIST}/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText("Oops!")).toBeVisible();
  await expect(page.getByText("We couldn't find the page you are looking for")).toBeVisible();
});
