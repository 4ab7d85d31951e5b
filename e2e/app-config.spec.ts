import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect, rows, test, waitForHydration } from "./support/test";

const APP_CONFIG = "/dashboard/app-config";
const FAQ_PATH = `${APP_CONFIG}/faq`;
const TERMS_PATH = `${APP_CONFIG}/terms`;
const NUMBERS_PATH = `${APP_CONFIG}/emergency-numbers`;
const TERMS_ID = "00000000-0000-7000-8000-000000000001";

const uniqueName = (name: string) => `${name} ${Date.now()}`;
const authHeaders = (token: string) => ({ authorization: `Bearer ${token}` });
const paragraph = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

/** Calls the API as an admin. @returns the response's data */
async function callApi<T>(request: APIRequestContext, token: string, method: string, path: string, data?: object) {
  const answer = await request.fetch(`/api/v1/app-config${path}`, { method, headers: authHeaders(token), data });
  const body = await answer.json();
  expect(answer.status(), body.message).toBe(200);
  return body.data as T;
}

/** Calls the public API without a token. @returns the response's data */
async function fetchPublic<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(`/api/v1/public${path}`, { headers: { "cache-control": "no-cache" } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data;
}

const saveButton = (page: Page) => page.getByRole("button", { name: /^Save draft/ });

async function saveDraft(page: Page) {
  await saveButton(page).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
}

async function chooseAction(page: Page, action: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: action }).click();
}

async function confirmDialog(page: Page, name: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

type ContentEntry = { id: string; version: number };

async function publishedQuestions(request: APIRequestContext): Promise<string[]> {
  const { items } = await fetchPublic<{ items: { question: string }[] }>(request, "/faq");
  return items.map(({ question }) => question);
}

async function publishQuestion(request: APIRequestContext, token: string, question: string, group: string) {
  const draft = { texts: { en: { question, answer: paragraph("Yes.") } }, group };
  const { id, version } = await callApi<ContentEntry>(request, token, "POST", "/entries/faq", { draft });
  const times = { from: null, until: null };
  await callApi(request, token, "POST", `/entries/faq/${id}/publications`, { version, ...times });
}

test("publishes an FAQ question, which the public API returns within seconds, and withdraws it", async ({
  page,
  as,
  request,
}) => {
  await as("civic");
  const question = uniqueName("Where is the ferry");
  await page.goto(FAQ_PATH);
  await page.getByRole("button", { name: "New question" }).click();
  await expect(page).toHaveURL(/faq\/[\da-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Untitled question");
  await page.getByLabel("Question", { exact: true }).fill(question);
  await page.getByRole("button", { name: "Write text" }).click();
  const answer = page.getByRole("textbox", { name: "Answer", exact: true });
  await answer.click();
  await answer.pressSequentially("At Marina, from 08:00.");
  await page.getByLabel(/^Group/).fill("Ferries");
  await saveDraft(page);
  expect(await publishedQuestions(request)).not.toContain(question);

  await page.getByRole("button", { name: "Publish…" }).click();
  await confirmDialog(page, "Publish");
  await expect.poll(() => publishedQuestions(request), { timeout: 10_000 }).toContain(question);

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(FAQ_PATH);
  await page.getByRole("searchbox").fill(question);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Ferries");
  await rows(page).getByRole("link", { name: question }).click();

  await chooseAction(page, "Withdraw the question");
  await confirmDialog(page, "Withdraw");
  await expect.poll(() => publishedQuestions(request), { timeout: 10_000 }).not.toContain(question);
});

test("reorders FAQ questions by keyboard, and by entering a position", async ({ page, as, request }) => {
  const token = await as("civic");
  const [first, second] = [uniqueName("First"), uniqueName("Second")];
  for (const question of [first, second]) await publishQuestion(request, token, question, uniqueName("Order"));
  const order = async () => (await publishedQuestions(request)).filter((each) => [first, second].includes(each));
  expect(await order()).toEqual([first, second]);

  await page.goto(`${FAQ_PATH}?view=order`);
  await waitForHydration(page);
  const list = page.getByRole("list", { name: "Order of the questions" });
  const positionField = list.getByRole("textbox", { name: `Position of ${second}` });
  const lastPosition = Number(await positionField.inputValue());
  // Waits for each screen reader announcement, because the drag sensor ignores keys pressed before it.
  const movedNotice = page.getByText(new RegExp(`^${second} (is|would be)`));
  await list.getByRole("button", { name: `Move ${second}` }).focus();
  await page.keyboard.press("Space");
  await expect(movedNotice).toHaveText(new RegExp(`(picked up,|would be) ${lastPosition} of`));
  await page.keyboard.press("ArrowUp");
  await expect(movedNotice).toContainText(`would be ${lastPosition - 1} of`);
  await page.keyboard.press("Space");
  await expect(movedNotice).toContainText(`is now ${lastPosition - 1} of`);
  await expect(positionField).toHaveValue(String(lastPosition - 1));
  await expect.poll(order, { timeout: 10_000 }).toEqual([second, first]);

  await positionField.focus();
  await page.keyboard.type(String(lastPosition));
  await page.keyboard.press("Enter");
  await expect(positionField).toHaveValue(String(lastPosition));
  await expect.poll(order, { timeout: 10_000 }).toEqual([first, second]);
});

type LegalVersions = {
  current: { number: number };
  next: { number: number; title: string; must_accept: boolean } | null;
};
const fetchTerms = (request: APIRequestContext) => fetchPublic<LegalVersions>(request, "/terms");
const versionRow = (page: Page, number: number): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${number}\\b`) }) });

test("an admin with approve right schedules the next version of the terms, compares it with the current one, and cancels it", async ({
  page,
  as,
  request,
}) => {
  const token = await as("owner");
  const { publications } = await callApi<{ publications: { number: number }[] }>(
    request,
    token,
    "GET",
    `/entries/terms/${TERMS_ID}`,
  );
  const next = Math.max(...publications.map(({ number }) => number)) + 1;
  const { current } = await fetchTerms(request);
  await page.goto(TERMS_PATH);
  await page.getByLabel("Title", { exact: true }).fill(uniqueName("Terms & Conditions of ferries"));
  await saveDraft(page);
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("A published version can't be changed or deleted.");
  await dialog.getByLabel("At a set time").check();
  await dialog.getByLabel("Effective from").fill("2031-01-05T08:00");
  await dialog.getByLabel("Users must accept again").check();
  await confirmDialog(page, "Schedule");

  const row = versionRow(page, next);
  await expect(row).toContainText("Scheduled");
  await expect(row).toContainText("5 Jan 2031, 08:00");
  await expect(row).toContainText("Yes");
  await expect(row).toContainText("Ekaette Bassey");
  await expect(versionRow(page, current.number)).toContainText("In force");
  await expect.poll(async () => (await fetchTerms(request)).next?.number, { timeout: 10_000 }).toBe(next);
  const termsAfter = await fetchTerms(request);
  expect([termsAfter.current.number, termsAfter.next?.must_accept]).toEqual([current.number, true]);

  await page.getByRole("tab", { name: "Versions" }).click();
  const comparison = page.getByRole("region", { name: "Compare versions" });
  await comparison.getByLabel("Compare", { exact: true }).selectOption(`Version ${current.number}`);
  await comparison.getByLabel("with", { exact: true }).selectOption(`Version ${next}`);
  await expect(comparison.getByRole("insertion")).toHaveText(/of ferries/);
  await expect(comparison.getByRole("deletion")).toHaveCount(0);

  await chooseAction(page, "Cancel the schedule");
  await confirmDialog(page, "Cancel the schedule");
  await expect(row).toContainText("Cancelled");
  await expect.poll(async () => (await fetchTerms(request)).next, { timeout: 10_000 }).toBeNull();
  // Restores the draft as it was before the test.
  await page.getByRole("button", { name: new RegExp(`^Use as draft ?: version ${current.number}$`) }).click();
  await confirmDialog(page, "Use as draft");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Terms & Conditions");
});

type ListedNumber = {
  id: string;
  name: string;
  number: string;
  category: string;
  lga: string | null;
  version: number;
};
const list = (page: Page) => page.getByRole("list", { name: "Emergency numbers" });
const rowNamed = (page: Page, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
test("adds an emergency number, which the public API returns for its LGA, verifies it, and deletes it", async ({
  page,
  as,
  request,
}) => {
  await as("civic");
  const name = uniqueName("River rescue Ikom");
  await page.goto(NUMBERS_PATH);
  await page.getByRole("button", { name: "New number" }).click();
  const dialog = page.getByRole("dialog", { name: "New emergency number" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Number", { exact: true }).fill("nobody");
  await dialog.getByLabel("Category").selectOption("Disaster");
  await dialog.getByLabel("Place").selectOption("Ikom");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a number such as 112 or 0803 123 4567.")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(name);
  await dialog.getByLabel("Number", { exact: true }).fill(`0803 000 ${`${Date.now()}`.slice(-4)}`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowNamed(page, name)).toContainText("Disaster · Ikom");
  await expect(rowNamed(page, name)).toContainText("Never verified");
  const namesInLga = async (lga: string) => {
    const { items } = await fetchPublic<{ items: ListedNumber[] }>(request, `/emergency-numbers?lga=${lga}`);
    return items.map((item) => item.name);
  };
  await expect.poll(() => namesInLga("Ikom"), { timeout: 10_000 }).toContain(name);
  expect(await namesInLga("Ogoja")).not.toContain(name);

  await rowNamed(page, name)
    .getByRole("button", { name: `Verify ${name}` })
    .click();
  await confirmDialog(page, "It was answered");
  await expect(rowNamed(page, name)).toContainText(/Verified .+ by Nkoyo Edet/);
  await page.getByLabel("Place").selectOption("Ikom");
  await page.getByLabel("Category").selectOption("Disaster");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ of \d+ numbers/ })).toBeVisible();

  await rowNamed(page, name)
    .getByRole("button", { name: `Change ${name}` })
    .click();
  await page.getByRole("button", { name: "Delete this emergency number" }).click();
  await confirmDialog(page, "Delete");
  await expect(rowNamed(page, name)).toHaveCount(0);
  await expect.poll(() => namesInLga("Ikom"), { timeout: 10_000 }).not.toContain(name);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("on a phone, FAQ, terms and emergency numbers do not scroll sideways, and their tab is in view", async ({
    page,
    as,
  }) => {
    await as("owner");
    const tabs = page.getByRole("navigation", { name: "App Configurations" });
    const expectToFit = async (path: string) => {
      await expect(page).toHaveURL(path);
      // Expects at least 95% of the tab to be visible: one pixel of its underline overlaps the border.
      await expect(tabs.locator("[aria-current]")).toBeInViewport({ ratio: 0.95 });
      const overflowWidth = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflowWidth).toBeLessThanOrEqual(0);
    };
    await page.goto(NUMBERS_PATH);
    await waitForHydration(page);
    await expect(list(page)).toBeVisible();
    await expectToFit(NUMBERS_PATH);
    await tabs.getByRole("link", { name: "Terms & Condition" }).click();
    await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
    await expectToFit(TERMS_PATH);
    await tabs.getByRole("link", { name: "FAQ" }).click();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await expectToFit(FAQ_PATH);
    await page.getByRole("link", { name: "Order", exact: true }).click();
    await expect(page.getByRole("list", { name: "Order of the questions" })).toBeVisible();
    await expectToFit(`${FAQ_PATH}?view=order`);
  });
});
