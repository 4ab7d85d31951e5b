import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect, listening, rows, test } from "./support/test";

const APP_CONFIG = "/dashboard/app-config";
const FAQ = `${APP_CONFIG}/faq`;
const TERMS = `${APP_CONFIG}/terms`;
const NUMBERS = `${APP_CONFIG}/emergency-numbers`;
const TERMS_ID = "00000000-0000-7000-8000-000000000001";

const unique = (name: string) => `${name} ${Date.now()}`;
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
const paragraph = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

/** Makes an API call as an admin. @returns the response's data */
async function call<T>(request: APIRequestContext, token: string, method: string, path: string, data?: object) {
  const answer = await request.fetch(`/api/v1/app-config${path}`, { method, headers: headersOf(token), data });
  const body = await answer.json();
  expect(answer.status(), body.message).toBe(200);
  return body.data as T;
}

/** Reads the public API without signing in. */
async function published<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(`/api/v1/public${path}`, { headers: { "cache-control": "no-cache" } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data;
}

const saveButton = (page: Page) => page.getByRole("button", { name: /^Save draft/ });

async function save(page: Page) {
  await saveButton(page).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
}

async function more(page: Page, action: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: action }).click();
}

async function confirm(page: Page, name: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test.describe("FAQ", () => {
  type Entry = { id: string; version: number };

  async function publishedQuestions(request: APIRequestContext): Promise<string[]> {
    const { items } = await published<{ items: { question: string }[] }>(request, "/faq");
    return items.map(({ question }) => question);
  }

  async function publish(request: APIRequestContext, token: string, question: string, group: string) {
    const draft = { texts: { en: { question, answer: paragraph("Yes.") } }, group };
    const { id, version } = await call<Entry>(request, token, "POST", "/entries/faq", { draft });
    const times = { from: null, until: null };
    await call(request, token, "POST", `/entries/faq/${id}/publications`, { version, ...times });
  }

  test("writes and publishes a question, which the public API returns within seconds, and withdraws it", async ({
    page,
    as,
    request,
  }) => {
    await as("civic");
    const question = unique("Where is the ferry");
    await page.goto(FAQ);
    await page.getByRole("button", { name: "New question" }).click();
    await expect(page).toHaveURL(/faq\/[\da-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Untitled question");
    await page.getByLabel("Question", { exact: true }).fill(question);
    await page.getByRole("button", { name: "Write text" }).click();
    const answer = page.getByRole("textbox", { name: "Answer", exact: true });
    await answer.click();
    await answer.pressSequentially("At Marina, from 08:00.");
    await page.getByLabel(/^Group/).fill("Ferries");
    await save(page);
    expect(await publishedQuestions(request)).not.toContain(question);

    await page.getByRole("button", { name: "Publish…" }).click();
    await confirm(page, "Publish");
    await expect.poll(() => publishedQuestions(request), { timeout: 10_000 }).toContain(question);

    await page.goto(`${FAQ}?q=${encodeURIComponent(question)}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("Ferries");
    await rows(page).getByRole("link", { name: question }).click();

    await more(page, "Withdraw the question");
    await confirm(page, "Withdraw");
    await expect.poll(() => publishedQuestions(request), { timeout: 10_000 }).not.toContain(question);
  });

  test("reorders questions by keyboard, and by entering a position", async ({ page, as, request }) => {
    const token = await as("civic");
    const [first, second] = [unique("First"), unique("Second")];
    for (const question of [first, second]) await publish(request, token, question, unique("Order"));
    const order = async () => (await publishedQuestions(request)).filter((each) => [first, second].includes(each));
    expect(await order()).toEqual([first, second]);

    await page.goto(`${FAQ}?view=order`);
    await listening(page);
    const list = page.getByRole("list", { name: "Order of the questions" });
    const place = list.getByRole("textbox", { name: `Position of ${second}` });
    const last = Number(await place.inputValue());
    // Wait for each announcement to screen readers: before it, the next key would be ignored.
    const told = page.getByText(new RegExp(`^${second} (is|would be)`));
    await list.getByRole("button", { name: `Move ${second}` }).focus();
    await page.keyboard.press("Space");
    await expect(told).toHaveText(new RegExp(`(picked up,|would be) ${last} of`));
    await page.keyboard.press("ArrowUp");
    await expect(told).toContainText(`would be ${last - 1} of`);
    await page.keyboard.press("Space");
    await expect(told).toContainText(`is now ${last - 1} of`);
    await expect(place).toHaveValue(String(last - 1));
    await expect.poll(order, { timeout: 10_000 }).toEqual([second, first]);

    await place.focus();
    await page.keyboard.type(String(last));
    await page.keyboard.press("Enter");
    await expect(place).toHaveValue(String(last));
    await expect.poll(order, { timeout: 10_000 }).toEqual([first, second]);
  });
});

test.describe("terms", () => {
  type Legal = { current: { number: number }; next: { number: number; title: string; must_accept: boolean } | null };
  const standing = (request: APIRequestContext) => published<Legal>(request, "/terms");
  const versionRow = (page: Page, number: number): Locator =>
    page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${number}\\b`) }) });

  test("with approve right, schedules the next version, compares it with the current one, and cancels it", async ({
    page,
    as,
    request,
  }) => {
    const token = await as("owner");
    const { publications } = await call<{ publications: { number: number }[] }>(
      request,
      token,
      "GET",
      `/entries/terms/${TERMS_ID}`,
    );
    const next = Math.max(...publications.map(({ number }) => number)) + 1;
    const { current } = await standing(request);
    await page.goto(TERMS);
    await page.getByLabel("Title", { exact: true }).fill(unique("Terms & Conditions of ferries"));
    await save(page);
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("A published version can't be changed or deleted.");
    await dialog.getByLabel("At a set time").check();
    await dialog.getByLabel("Effective from").fill("2031-01-05T08:00");
    await dialog.getByLabel("Users must accept again").check();
    await confirm(page, "Schedule");

    const row = versionRow(page, next);
    await expect(row).toContainText("Scheduled");
    await expect(row).toContainText("5 Jan 2031, 08:00");
    await expect(row).toContainText("Yes");
    await expect(row).toContainText("Ekaette Bassey");
    await expect(versionRow(page, current.number)).toContainText("In force");
    await expect.poll(async () => (await standing(request)).next?.number, { timeout: 10_000 }).toBe(next);
    const after = await standing(request);
    expect([after.current.number, after.next?.must_accept]).toEqual([current.number, true]);

    await page.getByRole("tab", { name: "Versions" }).click();
    const compare = page.getByRole("region", { name: "Compare versions" });
    await compare.getByLabel("Compare", { exact: true }).selectOption(`Version ${current.number}`);
    await compare.getByLabel("with", { exact: true }).selectOption(`Version ${next}`);
    await expect(compare.getByRole("insertion")).toHaveText(/of ferries/);
    await expect(compare.getByRole("deletion")).toHaveCount(0);

    await more(page, "Cancel the schedule");
    await confirm(page, "Cancel the schedule");
    await expect(row).toContainText("Cancelled");
    await expect.poll(async () => (await standing(request)).next, { timeout: 10_000 }).toBeNull();
    // Restore the draft from before the test.
    await page.getByRole("button", { name: new RegExp(`^Use as draft ?: version ${current.number}$`) }).click();
    await confirm(page, "Use as draft");
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Terms & Conditions");
  });

  test("without approve right, can't publish terms that citizens accept", async ({ page, as, request }) => {
    const token = await as("civic");
    await page.goto(TERMS);
    await expect(page.getByText("Only admins with approval rights can publish what users accept.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Publish…" })).toBeDisabled();
    const path = `/entries/terms/${TERMS_ID}`;
    const { version } = await call<{ version: number }>(request, token, "GET", path);
    const data = { version, from: "2031-01-05T07:00:00.000Z", until: null, must_accept: true };
    const answer = await request.post(`/api/v1/app-config${path}/publications`, { headers: headersOf(token), data });
    expect(answer.status()).toBe(403);
    expect((await standing(request)).next).toBeNull();
  });
});

test.describe("emergency numbers", () => {
  type Listed = { id: string; name: string; number: string; category: string; lga: string | null; version: number };
  const list = (page: Page) => page.getByRole("list", { name: "Emergency numbers" });
  const rowOf = (page: Page, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
  const numbersOf = async (request: APIRequestContext, token: string) =>
    (await call<{ items: Listed[] }>(request, token, "GET", "/emergency-numbers")).items;

  test("adds a number, which the public API returns for its LGA, verifies it, and deletes it", async ({
    page,
    as,
    request,
  }) => {
    await as("civic");
    const name = unique("River rescue Ikom");
    await page.goto(NUMBERS);
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
    await expect(rowOf(page, name)).toContainText("Disaster · Ikom");
    await expect(rowOf(page, name)).toContainText("Never verified");
    const namesIn = async (lga: string) => {
      const { items } = await published<{ items: Listed[] }>(request, `/emergency-numbers?lga=${lga}`);
      return items.map((item) => item.name);
    };
    await expect.poll(() => namesIn("Ikom"), { timeout: 10_000 }).toContain(name);
    expect(await namesIn("Ogoja")).not.toContain(name);

    await rowOf(page, name)
      .getByRole("button", { name: `Verify ${name}` })
      .click();
    await confirm(page, "It was answered");
    await expect(rowOf(page, name)).toContainText(/Verified .+ by Nkoyo Edet/);
    await page.getByLabel("Place").selectOption("Ikom");
    await page.getByLabel("Category").selectOption("Disaster");
    await expect(page.getByRole("status").filter({ hasText: /^\d+ of \d+ numbers/ })).toBeVisible();

    await rowOf(page, name)
      .getByRole("button", { name: `Change ${name}` })
      .click();
    await page.getByRole("button", { name: "Delete this emergency number" }).click();
    await confirm(page, "Delete");
    await expect(rowOf(page, name)).toHaveCount(0);
    await expect.poll(() => namesIn("Ikom"), { timeout: 10_000 }).not.toContain(name);
  });

  test("refuses to delete the last number of an LGA", async ({ page, as, request, expectedProblems }) => {
    expectedProblems.push(/409/);
    const token = await as("civic");
    // Delete numbers for the whole state first: they count for every LGA.
    const forAll = (await numbersOf(request, token)).filter(({ lga }) => lga === null);
    const gone: Listed[] = [];
    try {
      for (const number of forAll) {
        await call(request, token, "DELETE", `/emergency-numbers/${number.id}`, { version: number.version });
        gone.push(number);
      }
      const [own, ...others] = (await numbersOf(request, token)).filter(({ lga }) => lga === "Bakassi");
      expect([own?.lga, others.length]).toEqual(["Bakassi", 0]);
      const name = own?.name ?? "";
      await page.goto(NUMBERS);
      await rowOf(page, name)
        .getByRole("button", { name: `Change ${name}` })
        .click();
      await page.getByRole("button", { name: "Delete this emergency number" }).click();
      const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(dialog.getByRole("alert")).toHaveText(
        `${name} is the last number for Bakassi, so this would leave people there without one. Add another number first.`,
      );
      await dialog.getByRole("button", { name: "Cancel" }).click();
      // The form is open again, with its input.
      await page
        .getByRole("dialog", { name: `Change ${name}` })
        .getByRole("button", { name: "Cancel" })
        .click();
      await expect(rowOf(page, name)).toBeVisible();
    } finally {
      for (const { name, number, category } of gone)
        await call(request, token, "POST", "/emergency-numbers", { name, number, category, lga: null });
    }
  });
});

test("shows everything without controls to an admin with read rights only", async ({ page, as }) => {
  await as("viewer");
  await page.goto(NUMBERS);
  await expect(page.getByRole("list", { name: "Emergency numbers" }).getByRole("listitem")).not.toHaveCount(0);
  for (const name of [/^New number/, /^Verify /, /^Change /, /^Delete /, /^Move /])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await page.goto(`${FAQ}?view=order`);
  await expect(page.getByText("that needs the right to update")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Move / })).toHaveCount(0);
  await page.goto(TERMS);
  await expect(page.getByLabel("Title", { exact: true })).toHaveAttribute("readonly");
  await expect(page.getByRole("region", { name: "Actions" })).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const path of [FAQ, `${FAQ}?view=order`, TERMS, NUMBERS])
    test(`fits without sideways scrolling: ${path}`, async ({ page, as }) => {
      await as("owner");
      await page.goto(path);
      await listening(page);
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(sideways).toBeLessThanOrEqual(0);
      const tabs = page.getByRole("navigation", { name: "App Configurations" });
      // At least 95% of the tab: one pixel of its underline overlaps the border.
      await expect(tabs.locator("[aria-current]")).toBeInViewport({ ratio: 0.95 });
    });
});
