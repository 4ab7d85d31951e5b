import { readFileSync } from "node:fs";
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { expect, test, waitForHydration } from "./support/test";

const LANGUAGE_PATH = "/dashboard/app-config/language";
const API_PATH = "/api/v1/app-config";

type Row = { id: string; key: string; version: number; texts: Record<string, { text: string; version: number }> };

/** Returns functions that call the API of languages and texts with this token. @param name distinguishes the text keys of a test's parts */
function languageApi(request: APIRequestContext, token: string, name = "t") {
  const headers = { authorization: `Bearer ${token}` };
  const group = `e2e.${name}${Date.now()}`;
  const readData = async (answer: APIResponse) => {
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
  return {
    /** Prefix of all text keys that a test creates. The test searches for this prefix, so that the grid shows only its own keys. */
    group,
    add: async (name: string, source: string): Promise<Row> =>
      readData(
        await request.post(`${API_PATH}/language-keys`, {
          headers,
          data: { key: `${group}.${name}`, source, note: "" },
        }),
      ),
    save: async (keyId: string, code: string, text: string, version: number): Promise<Row> =>
      readData(
        await request.patch(`${API_PATH}/language-keys/${keyId}/texts/${code}`, { headers, data: { text, version } }),
      ),
    rows: async (): Promise<Row[]> =>
      (await readData(await request.get(`${API_PATH}/language-texts?q=${group}`, { headers }))).rows,
  };
}

/** Returns a cell of the grid. @param row from 0 @param column 1 is English, 2 is Efik */
const gridCell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);
const efikCell = (page: Page, row: number) => gridCell(page, row, 2);

async function openTextSearch(page: Page, search: string): Promise<void> {
  await page.goto(`${LANGUAGE_PATH}?q=${search}`);
  await expect(page.getByRole("grid", { name: "Texts of the app" })).toBeVisible();
  await waitForHydration(page);
}

/** Pastes a text by a synthetic event, because parallel tests share the machine's clipboard. */
const pasteText = (page: Page, text: string) =>
  page.evaluate((clipboardText) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", clipboardText);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test("edits translations by keyboard alone, keeps a text that lacks a placeholder, and loses no text when two admins translate the same cell", async ({
  page,
  as,
  request,
  expectedProblems,
}) => {
  // Expects refusals of a text without its placeholder and of an outdated version.
  expectedProblems.push(/400/, /409/);
  const languageCalls = languageApi(request, await as("owner"));
  await languageCalls.add("a", "Send {amount} to {name}");
  await languageCalls.add("b", "Welcome");
  await languageCalls.add("c", "Hello {name}");
  const thanks = await languageCalls.add("d", "Thanks");
  const readEfik = async () => (await languageCalls.rows()).map(({ texts }) => texts.efi?.text);
  await openTextSearch(page, languageCalls.group);
  await expect(page.getByText("4 keys", { exact: true })).toBeVisible();

  await test.step("a cell is saved when it loses focus, and Escape discards its input", async () => {
    await efikCell(page, 0).click();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Nọ {name} {amount}");
    await page.keyboard.press("Enter");
    await expect(efikCell(page, 1)).toBeFocused();
    await page.keyboard.type("Di o");
    await page.keyboard.press("Tab");
    await expect(gridCell(page, 1, 3)).toBeFocused();
    await expect(efikCell(page, 1)).toContainText("Di o");
    await expect.poll(readEfik).toEqual(["Nọ {name} {amount}", "Di o", "", ""]);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F2");
    await page.keyboard.type(" not this");
    await page.keyboard.press("Escape");
    await expect(efikCell(page, 1)).toHaveText(/^Di o/);
  });

  await test.step("a text that lacks a placeholder is kept with an error", async () => {
    await efikCell(page, 2).click();
    await page.keyboard.type("Mesiere");
    await page.keyboard.press("Enter");
    await expect(efikCell(page, 2)).toContainText("{name} is missing. The English text has it.");
    await expect(efikCell(page, 2)).toContainText("Mesiere");
    await expect(page.getByRole("button", { name: "1 text not saved" })).toBeVisible();
    await efikCell(page, 2).click();
    await efikCell(page, 2).getByRole("button", { name: "Edit" }).click();
    await page.keyboard.type(" {name}");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /not saved$/ })).toBeHidden();
    await expect.poll(async () => (await readEfik())[2]).toBe("Mesiere {name}");
  });

  await test.step("two admins translate the same cell", async () => {
    await efikCell(page, 3).click();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Sosongo mi");
    await languageCalls.save(thanks.id, "efi", "Sosongo theirs", 0);
    await page.keyboard.press("Enter");
    await expect(efikCell(page, 3)).toContainText("Another admin changed this text.");
    await expect(efikCell(page, 3)).toContainText("Sosongo theirs");
    await efikCell(page, 3).getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(async () => (await readEfik())[3]).toBe("Sosongo mi");
  });

  await page.reload();
  await expect(efikCell(page, 0)).toContainText("Nọ {name} {amount}");
  await expect(efikCell(page, 3)).toContainText("Sosongo mi");
});

test("previews translations that are pasted or imported from a file, exports missing ones, and keeps the filter for outdated ones in the URL", async ({
  page,
  as,
  request,
}) => {
  const token = await as("owner");
  const search = page.getByRole("searchbox");

  await test.step("paste a column", async () => {
    const languageCalls = languageApi(request, token, "paste");
    await languageCalls.add("a", "One");
    await languageCalls.add("b", "Two {count}");
    const thirdText = await languageCalls.add("c", "Three");
    await languageCalls.save(thirdText.id, "efi", "Ita", 0);
    await openTextSearch(page, languageCalls.group);
    await efikCell(page, 0).click();
    await pasteText(page, "Kiet\nIba\nIta efen\nbelow the last row\n");
    const dialog = page.getByRole("dialog", { name: "Paste 4 texts into Efik?" });
    await expect(dialog).toContainText("2 cells have no text yet.");
    await expect(dialog).toContainText("1 text is replaced.");
    await expect(dialog).toContainText("1 line has no row.");
    await dialog.getByRole("button", { name: "Save 3 texts" }).click();
    const resultDialog = page.getByRole("dialog", { name: "2 texts saved, 1 not saved" });
    await expect(resultDialog.getByRole("listitem")).toContainText("{count} is missing");
    await resultDialog.getByRole("button", { name: "Close" }).first().click();
    await expect(efikCell(page, 0)).toContainText("Kiet");
    await expect(efikCell(page, 1)).toContainText("Iba");
    expect((await languageCalls.rows()).map(({ texts }) => texts.efi?.text)).toEqual(["Kiet", "", "Ita efen"]);
    await efikCell(page, 1).click();
    await efikCell(page, 1).getByRole("button", { name: "Edit" }).click();
    await page.keyboard.type(" {count}");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /not saved$/ })).toBeHidden();
  });

  await test.step("import a file, and export", async () => {
    const languageCalls = languageApi(request, token, "import");
    await languageCalls.add("a", "One");
    const secondText = await languageCalls.add("b", "Two");
    await languageCalls.save(secondText.id, "efi", "Iba", 0);
    await languageCalls.add("c", "Three {name}");
    await search.fill(languageCalls.group);
    await expect(gridCell(page, 2, 0)).toContainText(`${languageCalls.group}.c`);
    const menu = page.getByRole("button", { name: "Actions for Efik" });
    await menu.click();
    await page.getByRole("button", { name: "Import a file…" }).click();
    const dialog = page.getByRole("dialog", { name: "Import texts: Efik" });
    const texts = { a: "Kiet ofri", b: "Iba iba", c: "Ita" };
    const entries = Object.entries(texts).map(([name, text]) => [`${languageCalls.group}.${name}`, text]);
    const file = (content: string) => ({
      name: "efi.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
    await dialog.getByLabel("File").setInputFiles(file("{ not json"));
    await expect(dialog.getByText(/^This is not a JSON file/)).toBeVisible();
    await dialog.getByLabel("File").setInputFiles(file(JSON.stringify(Object.fromEntries(entries))));
    await expect(dialog.getByRole("region", { name: "New" })).toContainText("Kiet ofri");
    await expect(dialog.getByRole("region", { name: "Changed" })).toContainText("Iba iba");
    await expect(dialog.getByRole("region", { name: "Broken, left out" })).toContainText("{name} is missing");
    expect((await languageCalls.rows()).map((row) => row.texts.efi?.text)).toEqual(["", "Iba", ""]);
    await dialog.getByRole("button", { name: "Import 2 texts" }).click();
    const importDialog = page.getByRole("dialog", { name: "2 texts imported" });
    await importDialog.getByRole("button", { name: "Close" }).first().click();
    await expect(efikCell(page, 0)).toContainText("Kiet ofri");

    const downloadExport = async (name: string) => {
      const download = page.waitForEvent("download");
      await menu.click();
      await page.getByRole("button", { name }).click();
      return JSON.parse(readFileSync(await (await download).path(), "utf8")) as Record<string, string>;
    };
    expect(await downloadExport("Export all texts")).toMatchObject({ [`${languageCalls.group}.a`]: "Kiet ofri" });
    const missingExport = await downloadExport("Export missing only");
    expect(missingExport[`${languageCalls.group}.c`]).toBe("Three {name}");
    expect(missingExport[`${languageCalls.group}.a`]).toBeUndefined();
  });

  await test.step("filter outdated translations", async () => {
    const languageCalls = languageApi(request, token, "outdated");
    const addedText = await languageCalls.add("a", "Old");
    await languageCalls.save(addedText.id, "efi", "Akani", 0);
    await languageCalls.save(addedText.id, "en", "New", 1);
    await languageCalls.add("b", "Other");
    await search.fill(languageCalls.group);
    await expect(page.getByText("2 keys", { exact: true })).toBeVisible();
    await page.getByLabel("Show", { exact: true }).selectOption("changed");
    await page.getByLabel("Language", { exact: true }).selectOption("efi");
    await expect(page).toHaveURL(/filter=changed&language=efi/);
    await expect(page.getByText("1 key", { exact: true })).toBeVisible();
    await page.reload();
    await waitForHydration(page);
    await efikCell(page, 0).click();
    await efikCell(page, 0).getByRole("button", { name: "Still right" }).click();
    // The text is no longer outdated, but its row stays in the grid until the filter changes.
    await expect(efikCell(page, 0)).toContainText("Akani");
    await page.getByLabel("Show", { exact: true }).selectOption("unused");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await expect(page.getByRole("grid")).toBeVisible();
  });
});

test("adds, changes and deletes a text key and a language of the citizen app", async ({ page, as }) => {
  await as("owner");
  const key = `e2e.k${Date.now()}`;
  await openTextSearch(page, "");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByLabel("English", { exact: true }).fill("Before");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("searchbox").fill(key);
  await expect(page.getByText("1 key", { exact: true })).toBeVisible();
  await gridCell(page, 0, 0).dblclick();
  await page.getByLabel("English", { exact: true }).fill("After");
  await page.getByLabel(/^Note for translators/).fill("On the first screen");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(gridCell(page, 0, 1)).toContainText("After");
  await expect(gridCell(page, 0, 0)).toContainText("On the first screen");
  await gridCell(page, 0, 0).dblclick();
  await page.getByRole("button", { name: "Delete this key…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Nothing matches")).toBeVisible();

  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await page.getByRole("button", { name: "New language" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Lokaa");
  await page.getByLabel("Code", { exact: true }).fill("yaz");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByLabel("Language", { exact: true }).selectOption("yaz");
  await page.getByRole("button", { name: "Actions for Lokaa" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("option", { name: "Lokaa" })).toHaveCount(0);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("on a phone, shows translations of one language, with key and English text above each field", async ({
    page,
    as,
    request,
  }) => {
    const languageCalls = languageApi(request, await as("owner"));
    const addedText = await languageCalls.add("a", "Good morning");
    await page.goto(`${LANGUAGE_PATH}?q=${languageCalls.group}`);
    await waitForHydration(page);
    await expect(page.getByRole("grid")).toBeHidden();
    await page.getByLabel("Language", { exact: true }).selectOption("pcm");
    const article = page.getByRole("article", { name: addedText.key });
    await expect(article).toContainText("Good morning");
    await article.getByRole("textbox", { name: /^Nigerian Pidgin: / }).fill("Good morin");
    await page.getByRole("heading", { level: 1 }).click();
    await expect.poll(async () => (await languageCalls.rows())[0]?.texts.pcm?.text).toBe("Good morin");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});
