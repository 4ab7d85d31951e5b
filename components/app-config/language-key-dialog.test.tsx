import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import { makeTextCell, renderScreenWithRows, stubbedApi, stubLanguagesApi, textCellAt } from "./language-testing";

stubLanguagesApi();

async function openKeyDialog() {
  await renderScreenWithRows();
  fireEvent.doubleClick(textCellAt(0, 0));
  return within(await screen.findByRole("dialog", { name: "Change a.one" }));
}
const fillField = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value } });
const findTextBox = (label: string) => screen.getByRole<HTMLInputElement>("textbox", { name: label }).value;
const clickSave = (name = "Save") => fireEvent.click(screen.getByRole("button", { name }));

it("saves nothing if another text key has the new name, and shows an error instead of an edit conflict", async () => {
  stubbedApi.refusals = [{ status: 409, message: "There is a key called a.two already. Choose another name." }];
  await openKeyDialog();
  fillField("Key", "a.two");
  fillField("English", "One more {name}");
  clickSave();
  await screen.findByText(/There is a key called a.two already/);
  expect(stubbedApi.sent.map(({ path }) => path)).toEqual(["/language-keys/id-a.one"]);
  expect(screen.queryByRole("button", { name: "Overwrite" })).toBeNull();
  fillField("Key", "a.new");
  clickSave();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stubbedApi.rows[0]).toMatchObject({ key: "a.new", texts: { en: { text: "One more {name}" } } });
});

it("keeps a text key's saved new name if the API then refuses the English text", async () => {
  stubbedApi.refusals = [null, { status: 400, message: "Check.", fields: { text: "A brace is not closed." } }];
  await openKeyDialog();
  fillField("Key", "a.new");
  fillField("English", "One {name");
  clickSave();
  await screen.findByText("A brace is not closed.");
  expect(screen.queryByRole("button", { name: "Overwrite" })).toBeNull();
  fillField("English", "One more {name}");
  clickSave();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stubbedApi.sent.map(({ path }) => path)).toEqual([
    "/language-keys/id-a.one",
    "/language-keys/id-a.one/texts/en",
    "/language-keys/id-a.one/texts/en",
  ]);
});

it("shows another admin's English text after a conflict, even if the text key's new name was saved", async () => {
  const first = stubbedApi.rows[0] as TranslationRow;
  const conflicting = { ...first, texts: { ...first.texts, en: makeTextCell("Theirs {name}", { version: 5 }) } };
  await openKeyDialog();
  stubbedApi.rows[0] = conflicting;
  stubbedApi.refusals = [
    null,
    { status: 409, message: "Changed", current: { ...conflicting, key: "a.new", version: 2 } },
  ];
  fillField("Key", "a.new");
  fillField("English", "Mine {name}");
  clickSave();
  await screen.findByText("Theirs {name}");
  expect(stubbedApi.sent[1]?.body).toEqual({ text: "Mine {name}", version: 1 });
  expect(screen.getByRole("button", { name: "Overwrite" })).toBeTruthy();
});

it("cancelling the deletion of a text key keeps its form; a later deletion sends the newest version shown", async () => {
  const first = stubbedApi.rows[0] as TranslationRow;
  stubbedApi.refusals = [{ status: 409, message: "Changed", current: { ...first, note: "Theirs", version: 4 } }];
  const dialog = await openKeyDialog();
  fillField("English", "Typed {name}");
  fireEvent.click(dialog.getByRole("button", { name: "Delete this key…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText("Changed");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("dialog", { name: "Change a.one" });
  expect(findTextBox("English")).toBe("Typed {name}");
  fireEvent.click(screen.getByRole("button", { name: "Delete this key…" }));
  await act(async () => fireEvent.click(await screen.findByRole("button", { name: "Delete" })));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stubbedApi.sent.map(({ body }) => body.version)).toEqual([1, 4]);
});

it("does not offer to delete a text key that the app uses, and explains why", async () => {
  stubbedApi.rows[0] = { ...(stubbedApi.rows[0] as TranslationRow), used: true };
  const dialog = await openKeyDialog();
  expect(dialog.queryByRole("button", { name: "Delete this key…" })).toBeNull();
  expect(dialog.getByText("Can't be deleted: the app uses this key.")).toBeTruthy();
});
