import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import { TRANSLATIONS_QUERY_KEY } from "@/lib/queries/languages";
import {
  delayWriteResponses,
  findTextField,
  makeTextCell,
  mockedUrlSearch,
  pressKey,
  renderLanguageScreen,
  renderScreenWithRows,
  stubbedApi,
  stubLanguagesApi,
  textCellAt,
  typeIntoTextField,
} from "./language-testing";

stubLanguagesApi();

it("moves the focus between cells of the text grid with arrow keys, and has one cell in the tab order", async () => {
  await renderScreenWithRows();
  act(() => textCellAt(0, 1).focus());
  pressKey("ArrowRight");
  expect(document.activeElement).toBe(textCellAt(0, 2));
  pressKey("ArrowDown");
  expect(document.activeElement).toBe(textCellAt(1, 2));
  pressKey("Home");
  expect(document.activeElement).toBe(textCellAt(1, 0));
  pressKey("End", { ctrlKey: true });
  expect(document.activeElement).toBe(textCellAt(2, 3));
  pressKey("ArrowDown");
  expect(document.activeElement).toBe(textCellAt(2, 3));
  expect(document.querySelectorAll("[role=gridcell][tabindex='0'], [role=rowheader][tabindex='0']").length).toBe(1);
});

it("edits a cell of the text grid with Enter, saves and moves down with Enter, and shows the state of the save", async () => {
  const releaseAnswer = delayWriteResponses();
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("Enter");
  expect(findTextField().value).toBe("Kiet {name}");
  typeIntoTextField("Kiet, {name}");
  pressKey("Enter");
  expect(document.activeElement).toBe(textCellAt(1, 2));
  expect(within(textCellAt(0, 2)).getByText("Saving")).toBeTruthy();
  releaseAnswer();
  await within(textCellAt(0, 2)).findByText("Saved");
  expect(stubbedApi.sent[0]).toEqual({
    path: "/language-keys/id-a.one/texts/efi",
    body: { text: "Kiet, {name}", version: 1 },
  });
});

it("starts editing a text cell when a character is typed, saves and moves right with Tab, and discards with Escape", async () => {
  await renderScreenWithRows();
  act(() => textCellAt(1, 2).focus());
  pressKey("I");
  expect(findTextField().value).toBe("I");
  pressKey("Tab");
  expect(document.activeElement).toBe(textCellAt(1, 3));
  await waitFor(() => expect(stubbedApi.sent[0]?.body).toEqual({ text: "I", version: 0 }));
  pressKey("F2");
  typeIntoTextField("nothing of this");
  pressKey("Escape");
  expect(document.activeElement).toBe(textCellAt(1, 3));
  expect(textCellAt(1, 3).textContent).toContain("No text");
  expect(stubbedApi.sent).toHaveLength(1);
});

it("sends no request if the text of an edited cell is unchanged", async () => {
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("F2");
  pressKey("Enter");
  expect(stubbedApi.sent).toEqual([]);
});

it("shows the API's error at the cell of a refused text, and keeps the typed text", async () => {
  stubbedApi.refusals = [
    { status: 400, message: "Check.", fields: { text: "{name} is missing. The English text has it." } },
  ];
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("F2");
  typeIntoTextField("Kiet");
  pressKey("Enter");
  await within(textCellAt(0, 2)).findByText(/\{name\} is missing/);
  expect(textCellAt(0, 2).textContent).toContain("Kiet");
  expect(textCellAt(0, 2).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("button", { name: "1 text not saved" })).toBeTruthy();
  pressKey("ArrowUp");
  fireEvent.click(within(textCellAt(0, 2)).getByRole("button", { name: "Edit" }));
  expect(findTextField().value).toBe("Kiet");
});

it("offers a retry in the cell of an unsaved text when the API can't be reached", async () => {
  stubbedApi.refusals = [{ status: 500, message: "Something broke. Try again." }];
  await renderScreenWithRows();
  act(() => textCellAt(1, 2).focus());
  pressKey("F2");
  typeIntoTextField("Iba");
  pressKey("Enter");
  await within(textCellAt(1, 2)).findByText("Something broke. Try again.");
  pressKey("ArrowUp");
  fireEvent.click(within(textCellAt(1, 2)).getByRole("button", { name: "Try again" }));
  await within(textCellAt(1, 2)).findByText("Saved");
  expect(stubbedApi.sent.map(({ body }) => body.text)).toEqual(["Iba", "Iba"]);
});

const conflictAnswer = () => {
  const current = stubbedApi.rows[0] as TranslationRow;
  return { ...current, texts: { ...current.texts, efi: makeTextCell("Kiet kiet {name}", { version: 5 }) } };
};

it("shows both texts of a cell after a conflict, and overwrites the other admin's text on Keep mine", async () => {
  stubbedApi.refusals = [{ status: 409, message: "Changed", current: conflictAnswer() }];
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("F2");
  typeIntoTextField("Mine {name}");
  pressKey("Enter");
  await within(textCellAt(0, 2)).findByText("Another admin changed this text.");
  pressKey("ArrowUp");
  expect(within(textCellAt(0, 2)).getByText("Kiet kiet {name}")).toBeTruthy();
  fireEvent.click(within(textCellAt(0, 2)).getByRole("button", { name: "Keep mine" }));
  await within(textCellAt(0, 2)).findByText("Saved");
  expect(stubbedApi.sent[1]?.body).toEqual({ text: "Mine {name}", version: 5 });
});

it("replaces a cell's typed text with the other admin's text on Take theirs", async () => {
  stubbedApi.refusals = [{ status: 409, message: "Changed", current: conflictAnswer() }];
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("F2");
  typeIntoTextField("Mine {name}");
  pressKey("Enter");
  await within(textCellAt(0, 2)).findByText("Another admin changed this text.");
  pressKey("ArrowUp");
  fireEvent.click(within(textCellAt(0, 2)).getByRole("button", { name: "Take theirs" }));
  expect(textCellAt(0, 2).textContent).toBe("Kiet kiet {name}");
  expect(screen.queryByRole("button", { name: "1 text not saved" })).toBeNull();
});

it("confirms a translation whose English text changed by saving the translation unchanged", async () => {
  const first = stubbedApi.rows[0] as TranslationRow;
  stubbedApi.rows[0] = { ...first, texts: { ...first.texts, efi: makeTextCell("Kiet {name}", { state: "changed" }) } };
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  fireEvent.click(within(textCellAt(0, 2)).getByRole("button", { name: "Still right" }));
  await waitFor(() => expect(stubbedApi.sent[0]?.body).toEqual({ text: "Kiet {name}", version: 1 }));
});

it("previews a pasted column of texts, saves it, and keeps refused texts in their cells", async () => {
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  const clipboardData = { getData: () => "BAD\r\nIba\r\nIta\r\nMore\r\n" };
  fireEvent.paste(textCellAt(0, 2), { clipboardData });
  const dialog = within(await screen.findByRole("dialog", { name: "Paste 4 texts into Efik?" }));
  expect(await dialog.findByText("1 cell has no text yet.")).toBeTruthy();
  expect(dialog.getByText("1 text is replaced.")).toBeTruthy();
  expect(dialog.getByText(/^1 line is empty or the same/)).toBeTruthy();
  expect(dialog.getByText(/^1 line has no row/)).toBeTruthy();
  expect(stubbedApi.sent).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Save 2 texts" }));
  await screen.findByRole("dialog", { name: "1 text saved, 1 not saved" });
  expect(stubbedApi.sent[0]?.body.texts).toEqual([
    { keyId: "id-a.one", text: "BAD", version: 1 },
    { keyId: "id-a.two", text: "Iba", version: 0 },
  ]);
  expect(textCellAt(1, 2).textContent).toBe("Iba");
  expect(textCellAt(0, 2).textContent).toContain("{name} is missing.");
});

it("saves a text cell's typed text when the cell is unmounted", async () => {
  await renderScreenWithRows();
  act(() => textCellAt(1, 2).focus());
  pressKey("F2");
  typeIntoTextField("Iba");
  cleanup();
  await waitFor(() => expect(stubbedApi.sent[0]?.body).toEqual({ text: "Iba", version: 0 }));
});

it("pastes a single line of text into the edited cell instead of filling the cells below", async () => {
  await renderScreenWithRows();
  act(() => textCellAt(1, 2).focus());
  fireEvent.paste(textCellAt(1, 2), { clipboardData: { getData: () => "Iba\n" } });
  expect(findTextField().value).toBe("Iba");
  pressKey("Enter");
  await within(textCellAt(1, 2)).findByText("Saved");
});

it("shows the app's texts without edit controls to admins who may only read", async () => {
  stubbedApi.rights = { read: true };
  await renderScreenWithRows();
  act(() => textCellAt(0, 2).focus());
  pressKey("Enter");
  expect(screen.queryByRole("textbox", { name: /: a\./ })).toBeNull();
  for (const name of ["New key", "New language"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.getByRole("grid").getAttribute("aria-readonly")).toBe("true");
});

it("shows different messages for an empty list of texts and for a filter without matches", async () => {
  stubbedApi.rows = [];
  const { unmount } = renderLanguageScreen();
  expect(await screen.findByText("Nothing here yet")).toBeTruthy();
  unmount();
  mockedUrlSearch.current = new URLSearchParams("q=zebra");
  renderLanguageScreen();
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
});

it("refetches translations if saving pasted English texts fails midway", async () => {
  stubbedApi.refusals = [{ status: 500, message: "Something broke. Try again." }];
  const { client } = await renderScreenWithRows();
  const invalidated = vi.spyOn(client, "invalidateQueries");
  act(() => textCellAt(0, 1).focus());
  fireEvent.paste(textCellAt(0, 1), { clipboardData: { getData: () => "Other {name}\nOther two" } });
  fireEvent.click(await screen.findByRole("button", { name: "Save 2 texts" }));
  await screen.findByText("Something broke. Try again.");
  expect(invalidated).toHaveBeenCalledWith({ queryKey: TRANSLATIONS_QUERY_KEY });
});
