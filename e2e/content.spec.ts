import type { APIRequestContext, Page } from "@playwright/test";
import { expect, rows, test, waitForHydration } from "./support/test";

const LIST_PATH = "/dashboard/content-management/announcements";
const EMPTY_TEXTS = {
  texts: {},
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
};
const paragraph = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

type ContentEntry = { id: string; version: number; state: string };

/** Returns functions that call the content API with this token. */
function contentApi(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const callApi = async (method: "get" | "post" | "patch", path: string, data?: object) => {
    const answer = await request[method](`/api/v1/content/entries/announcements${path}`, { headers, data });
    const body = await answer.json();
    expect(answer.status(), body.message).toBe(200);
    return body.data as ContentEntry;
  };
  const makeDraft = (title: string, extraFields: object = {}) => ({
    ...EMPTY_TEXTS,
    texts: { en: { title, body: paragraph(`${title}, and what it is about.`) } },
    ...extraFields,
  });
  return {
    draftOf: makeDraft,
    create: (title: string, extraFields: object = {}) => callApi("post", "", { draft: makeDraft(title, extraFields) }),
    save: (entry: ContentEntry, draft: object) => callApi("patch", `/${entry.id}`, { version: entry.version, draft }),
    read: (id: string) => callApi("get", `/${id}`),
  };
}

const uniqueTitle = (name: string) => `${name} ${Date.now()}`;
const entryPath = (entry: ContentEntry) => `${LIST_PATH}/${entry.id}`;
const saveButton = (page: Page) => page.getByRole("button", { name: /^Save draft/ });

/** Returns the titles of published announcements from the public API. */
async function fetchPublicTitles(request: APIRequestContext): Promise<string[]> {
  const answer = await request.get("/api/v1/public/announcements", { headers: { "cache-control": "no-cache" } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.items.map((item: { title: string }) => item.title);
}

test("publishes an announcement, which the public API returns within seconds, and withdraws it", async ({
  page,
  as,
  request,
}) => {
  await as("owner");
  const title = uniqueTitle("New ferry");
  await page.goto(LIST_PATH);
  await page.getByRole("button", { name: "New announcement" }).click();
  await expect(page).toHaveURL(/announcements\/[\da-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Untitled announcement");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByRole("button", { name: /^(Write|Edit) text/ }).click();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.click();
  await text.pressSequentially("It sails at 08:00.");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  expect(await fetchPublicTitles(request)).not.toContain(title);

  await page.getByRole("tab", { name: "What the app receives" }).click();
  await expect(page.getByText("/api/v1/public/announcements")).toBeVisible();
  await expect(page.getByRole("tabpanel")).toContainText("It sails at 08:00.");

  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Published", { exact: true })).toBeVisible();
  await expect.poll(() => fetchPublicTitles(request), { timeout: 10_000 }).toContain(title);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Withdraw the announcement" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(() => fetchPublicTitles(request), { timeout: 10_000 }).not.toContain(title);

  // The withdrawn version is kept and can be compared with the draft.
  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByText("Withdrawn", { exact: true })).toBeVisible();
  await expect(page.getByText("They are the same.")).toBeVisible();
});

test("merges two admins' changes to an announcement in a conflict dialog, and restores unsaved input after a browser crash", async ({
  page,
  as,
  request,
  context,
  expectedProblems,
}) => {
  expectedProblems.push(/409/);
  const contentCalls = contentApi(request, await as("owner"));
  const title = uniqueTitle("Market day");
  const entry = await contentCalls.create(title);
  await test.step("two admins change the same announcement", async () => {
    await page.goto(entryPath(entry));
    await page.getByLabel("Title", { exact: true }).fill(`${title} moved`);
    await contentCalls.save(entry, contentCalls.draftOf(title, { link: "https://market.example", pinned: true }));
    await saveButton(page).click();
    const dialog = page.getByRole("dialog", { name: /saved a newer version/ });
    await expect(dialog.getByRole("group", { name: "Link" }).getByRole("radio", { name: /Theirs/ })).toBeChecked();
    await expect(dialog.getByRole("group", { name: /^Title/ }).getByRole("radio", { name: /Mine/ })).toBeChecked();
    await dialog.getByRole("button", { name: "Save my choices" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue(`${title} moved`);
    await expect(page.getByLabel(/^Link/)).toHaveValue("https://market.example");
    await expect(page.getByLabel("Pinned")).toBeChecked();
    await expect(page.getByText("Draft saved")).toBeVisible();
  });
  await test.step("the browser crashes", async () => {
    await page.getByLabel("Title", { exact: true }).fill(`${title}, half a sen`);
    await expect
      .poll(() => page.evaluate(() => Object.values({ ...localStorage }).join()))
      .toContain(`${title}, half a sen`);
    // Simulates a crash: the page closes without running event handlers.
    await page.close({ runBeforeUnload: false });
    const secondTab = await context.newPage();
    await secondTab.goto(entryPath(entry));
    await expect(secondTab.getByText(/^You have unsaved changes from/)).toBeVisible();
    await expect(secondTab.getByLabel("Title", { exact: true })).toHaveValue(`${title} moved`);
    await secondTab.getByRole("button", { name: "Restore" }).click();
    await expect(secondTab.getByLabel("Title", { exact: true })).toHaveValue(`${title}, half a sen`);
    await saveButton(secondTab).click();
    await expect(secondTab.getByText("Draft saved")).toBeVisible();
    await secondTab.reload();
    await expect(secondTab.getByRole("heading", { level: 1 })).toHaveText(`${title}, half a sen`);
    await expect(secondTab.getByText(/^You have unsaved changes from/)).toHaveCount(0);
  });
});

test("changes, saves and publishes an announcement by keyboard alone", async ({ page, as, request }) => {
  const contentCalls = contentApi(request, await as("owner"));
  const title = uniqueTitle("Road works");
  const entry = await contentCalls.create(title);
  await page.goto(entryPath(entry));
  await waitForHydration(page);
  await page.getByLabel("Title", { exact: true }).focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" tonight");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Publish this announcement" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Now").focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByLabel("Goes live at")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await dialog.getByRole("button", { name: "Publish", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(() => fetchPublicTitles(request), { timeout: 10_000 }).toContain(`${title} tonight`);
  const tabs = page.getByRole("tab");
  await page.getByRole("tab", { name: "Preview" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
});

test("shares a saved draft of an announcement by a preview link that expires, schedules its start and end, and finds it in the list", async ({
  page,
  as,
  request,
  browser,
}) => {
  const contentCalls = contentApi(request, await as("owner"));
  const name = uniqueTitle("Regatta");
  await contentCalls.create(`${name} B`);
  const title = `${name} A`;
  const entry = await contentCalls.create(title);
  await page.goto(entryPath(entry));
  await test.step("share a preview", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Share preview" }).click();
    const link = page.getByRole("dialog").getByRole("textbox", { name: "Preview link" });
    await expect(link).toHaveValue(/\/api\/v1\/public\/previews\/[\w-]{43}$/);
    await expect(page.getByText(/including changes that you save later/)).toBeVisible();
    await expect(page.getByText(/^The link expires at \d\d:\d\d\.$/)).toBeVisible();
    const signedOutContext = await browser.newContext();
    const signedOutPage = await signedOutContext.newPage();
    await signedOutPage.goto(new URL(new URL(await link.inputValue()).pathname, page.url()).href);
    await expect(signedOutPage.getByText(title).first()).toBeVisible();
    await expect(signedOutPage.getByText(/not published/i)).toBeVisible();
    await signedOutContext.close();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await test.step("schedule", async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this announcement" });
    await dialog.getByLabel("At a set time").check();
    await dialog.getByLabel("Goes live at").fill("2030-12-03T08:00");
    await dialog.getByLabel(/^Ends at/).fill("2030-12-05T08:00");
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Goes live 3 Dec 2030, 08:00, ends 5 Dec 2030, 08:00")).toBeVisible();
    expect(await fetchPublicTitles(request)).not.toContain(title);
  });
  await test.step("search and sort the list", async () => {
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Announcements" }).click();
    await expect(page).toHaveURL(LIST_PATH);
    await page.getByRole("searchbox").fill(name);
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Title" }).click();
    await expect(rows(page).first()).toContainText(title);
    await expect(rows(page).first()).toContainText("Goes live 3 Dec 2030, 08:00");
    await expect(page).toHaveURL(/[?&]sort=title/);
  });
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("on a phone, the announcement editor fits and has its panels below", async ({ page, as, request }) => {
    const contentCalls = contentApi(request, await as("owner"));
    const entry = await contentCalls.create(uniqueTitle("Small screen"));
    await page.goto(entryPath(entry));
    await page.getByLabel("Title", { exact: true }).fill("Written on a phone");
    await saveButton(page).click();
    await expect(page.getByText("Draft saved")).toBeVisible();
    for (const tab of ["What the app receives", "Versions", "Activity", "Preview"]) {
      await page.getByRole("tab", { name: tab }).click();
      const overflowWidth = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflowWidth).toBeLessThanOrEqual(0);
    }
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true })).toBeInViewport();
  });
});
