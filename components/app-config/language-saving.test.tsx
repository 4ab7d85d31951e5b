import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { deleteDraft, readDraft, saveAllDrafts } from "@/lib/client/drafts";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import { TRANSLATIONS_QUERY_KEY } from "@/lib/queries/languages";
import {
  delayWriteResponses,
  findTextField,
  makeTextCell,
  pressKey,
  renderScreenWithRows,
  stubbedApi,
  stubLanguagesApi,
  textCellAt,
  typeIntoTextField,
} from "./language-testing";

stubLanguagesApi();

/** Types into a cell and presses Enter, which saves and moves down. */
async function editCell(line: number, text: string, col = 2) {
  act(() => textCellAt(line, col).focus());
  pressKey("F2");
  typeIntoTextField(text);
  pressKey("Enter");
  // Runs pending microtasks, as a browser does between two keys.
  await act(async () => {});
}
/** Returns a conflict response: the first row with another admin's newer Efik text. */
const conflictAnswer = () => {
  const current = stubbedApi.rows[0] as TranslationRow;
  return { ...current, texts: { ...current.texts, efi: makeTextCell("Kiet kiet {name}", { version: 5 }) } };
};
const sentBodies = () => stubbedApi.sent.map(({ body }) => body);
/** Returns whether the browser would warn before the page is closed. */
const isUnloadBlocked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("a text cell reopened during its save shows the text being saved, which is sent only once", async () => {
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  await editCell(1, "Akwa");
  pressKey("ArrowUp");
  pressKey("F2");
  expect(findTextField().value).toBe("Akwa");
  pressKey("Enter");
  releaseAnswer();
  await within(textCellAt(1, 2)).findByText("Saved");
  expect(sentBodies()).toEqual([{ text: "Akwa", version: 0 }]);
});

it("keeps a text refused by the API if its cell was reopened during the save", async () => {
  stubbedApi.refusals = [{ status: 400, message: "Check.", fields: { text: "{name} is missing." } }];
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  await editCell(0, "Akwa");
  pressKey("ArrowUp");
  pressKey("F2");
  typeIntoTextField("Akwa e");
  releaseAnswer();
  await waitFor(() => expect(stubbedApi.refusals).toEqual([]));
  await act(async () => {});
  expect(findTextField().value).toBe("Akwa e");
  pressKey("Escape");
  await within(textCellAt(0, 2)).findAllByText("{name} is missing.");
  expect(textCellAt(0, 2).textContent).toContain("Akwa");
});

it("a text cell still shows its pending save after Escape, then the API's refusal", async () => {
  stubbedApi.refusals = [{ status: 400, message: "Check.", fields: { text: "{name} is missing." } }];
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  await editCell(0, "Akwa");
  pressKey("ArrowUp");
  pressKey("F2");
  pressKey("Escape");
  expect(within(textCellAt(0, 2)).getByText("Saving")).toBeTruthy();
  releaseAnswer();
  await within(textCellAt(0, 2)).findAllByText("{name} is missing.");
  expect(textCellAt(0, 2).textContent).toContain("Akwa");
});

it("saves a text cell's second edit with the version that the first save created", async () => {
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  await editCell(0, "First {name}");
  await editCell(0, "Second {name}");
  releaseAnswer();
  await within(textCellAt(0, 2)).findByText("Saved");
  expect(sentBodies()).toEqual([
    { text: "First {name}", version: 1 },
    { text: "Second {name}", version: 2 },
  ]);
});

it("a text cell's queued save does not overwrite another admin's text after a conflict", async () => {
  const refusal = { status: 409, message: "Changed", current: conflictAnswer() };
  stubbedApi.refusals = [refusal, refusal];
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  await editCell(0, "First {name}");
  await editCell(0, "Second {name}");
  releaseAnswer();
  await within(textCellAt(0, 2)).findByText("Another admin changed this text.");
  expect(sentBodies().map(({ version }) => version)).toEqual([1, 1]);
  pressKey("ArrowUp");
  expect(within(textCellAt(0, 2)).getByText("Second {name}", { selector: "dd" })).toBeTruthy();
});

it("saves a text with the version at which typing began, even if another save's response contains a newer version", async () => {
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  await editCell(0, "One, {name}", 1);
  act(() => textCellAt(0, 2).focus());
  pressKey("F2");
  typeIntoTextField("Mine {name}");
  stubbedApi.rows[0] = conflictAnswer();
  releaseAnswer();
  await within(textCellAt(0, 1)).findByText("Saved");
  pressKey("Enter");
  await waitFor(() => expect(sentBodies()[1]).toEqual({ text: "Mine {name}", version: 1 }));
});

it("saves a text with the version at which typing began, even after a refetch", async () => {
  const { client } = await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("F2");
  typeIntoTextField("Mine {name}");
  stubbedApi.rows[0] = conflictAnswer();
  await act(() => client.refetchQueries({ queryKey: TRANSLATIONS_QUERY_KEY }));
  pressKey("Enter");
  await waitFor(() => expect(sentBodies()).toEqual([{ text: "Mine {name}", version: 1 }]));
});

it("warns before the page closes with an unsaved text, even after the text grid was unmounted", async () => {
  const { unmount } = await renderScreenWithRows();
  act(() => textCellAt(1, 2).focus());
  pressKey("F2");
  expect(isUnloadBlocked()).toBe(false);
  typeIntoTextField("Akwa");
  expect(isUnloadBlocked()).toBe(true);
  const releaseAnswer = delayWriteResponses();
  pressKey("Enter");
  expect(isUnloadBlocked()).toBe(true);
  unmount();
  expect(isUnloadBlocked()).toBe(true);
  saveAllDrafts();
  expect(readDraft("appConfig.languageTexts")).toMatchObject({ "id-a.two efi": { text: "Akwa" } });
  deleteDraft("appConfig.languageTexts");
  releaseAnswer();
  await waitFor(() => expect(isUnloadBlocked()).toBe(false));
});

it("removes the unsaved texts of a deleted text key", async () => {
  stubbedApi.refusals = [{ status: 400, message: "Check.", fields: { text: "{name} is missing." } }];
  await renderScreenWithRows();
  await editCell(0, "Akwa");
  await screen.findByRole("button", { name: "1 text not saved" });
  fireEvent.doubleClick(textCellAt(0, 0));
  fireEvent.click(await screen.findByRole("button", { name: "Delete this key…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "1 text not saved" })).toBeNull();
  expect(isUnloadBlocked()).toBe(false);
});

it("removes the unsaved texts of a text key that another admin deleted", async () => {
  stubbedApi.refusals = [{ status: 404, message: "This key does not exist. It may have been removed." }];
  await renderScreenWithRows();
  await editCell(0, "Akwa");
  await waitFor(() => expect(within(textCellAt(0, 2)).queryByText("Saving")).toBeNull());
  expect(textCellAt(0, 2).textContent).not.toContain("Akwa");
  expect(isUnloadBlocked()).toBe(false);
});
