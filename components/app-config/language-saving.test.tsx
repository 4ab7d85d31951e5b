import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { deleteDraft, draftOf, keepDrafts } from "@/lib/client/drafts";
import type { TextRow } from "@/lib/contract/app-config-languages";
import { TEXTS } from "@/lib/queries/languages";
import { api, at, cell, field, hold, press, serveLanguages, show, type } from "./language-testing";

serveLanguages();

/** Types into a cell and presses Enter, which moves down. */
async function write(line: number, text: string, col = 2) {
  act(() => at(line, col).focus());
  press("F2");
  type(text);
  press("Enter");
  // Lets pending microtasks run, as a browser does between two keys.
  await act(async () => {});
}
/** The first row with another admin's change of its Efik text. */
const theirs = () => {
  const current = api.rows[0] as TextRow;
  return { ...current, texts: { ...current.texts, efi: cell("Kiet kiet {name}", { version: 5 }) } };
};
const bodies = () => api.sent.map(({ body }) => body);
/** Returns whether the browser would warn before the page is closed. */
const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("shows the pending text in a cell reopened during its save, and sends it only once", async () => {
  const answer = hold();
  await show();
  await write(1, "Akwa");
  press("ArrowUp");
  press("F2");
  expect(field().value).toBe("Akwa");
  press("Enter");
  answer();
  await within(at(1, 2)).findByText("Saved");
  expect(bodies()).toEqual([{ text: "Akwa", version: 0 }]);
});

it("keeps a refused text if its cell was reopened during the save", async () => {
  api.refusals = [{ status: 400, message: "Check.", fields: { text: "{name} is missing." } }];
  const answer = hold();
  await show();
  await write(0, "Akwa");
  press("ArrowUp");
  press("F2");
  type("Akwa e");
  answer();
  await waitFor(() => expect(api.refusals).toEqual([]));
  await act(async () => {});
  expect(field().value).toBe("Akwa e");
  press("Escape");
  await within(at(0, 2)).findAllByText("{name} is missing.");
  expect(at(0, 2).textContent).toContain("Akwa");
});

it("shows the save as pending again after Escape, then its refusal", async () => {
  api.refusals = [{ status: 400, message: "Check.", fields: { text: "{name} is missing." } }];
  const answer = hold();
  await show();
  await write(0, "Akwa");
  press("ArrowUp");
  press("F2");
  press("Escape");
  expect(within(at(0, 2)).getByText("Saving")).toBeTruthy();
  answer();
  await within(at(0, 2)).findAllByText("{name} is missing.");
  expect(at(0, 2).textContent).toContain("Akwa");
});

it("sends a second text with the version that the first save created", async () => {
  const answer = hold();
  await show();
  await write(0, "First {name}");
  await write(0, "Second {name}");
  answer();
  await within(at(0, 2)).findByText("Saved");
  expect(bodies()).toEqual([
    { text: "First {name}", version: 1 },
    { text: "Second {name}", version: 2 },
  ]);
});

it("does not overwrite another admin's text with a second save after a conflict", async () => {
  const refusal = { status: 409, message: "Changed", current: theirs() };
  api.refusals = [refusal, refusal];
  const answer = hold();
  await show();
  await write(0, "First {name}");
  await write(0, "Second {name}");
  answer();
  await within(at(0, 2)).findByText("Another admin changed this text.");
  expect(bodies().map(({ version }) => version)).toEqual([1, 1]);
  press("ArrowUp");
  expect(within(at(0, 2)).getByText("Second {name}", { selector: "dd" })).toBeTruthy();
});

it("sends the version seen when typing began, although a response about the English has a newer one", async () => {
  const answer = hold();
  await show();
  await write(0, "One, {name}", 1);
  act(() => at(0, 2).focus());
  press("F2");
  type("Mine {name}");
  api.rows[0] = theirs();
  answer();
  await within(at(0, 1)).findByText("Saved");
  press("Enter");
  await waitFor(() => expect(bodies()[1]).toEqual({ text: "Mine {name}", version: 1 }));
});

it("sends the version seen when typing began, even if a newer one was fetched since", async () => {
  const { client } = await show();
  act(() => at(0, 2).focus());
  press("F2");
  type("Mine {name}");
  api.rows[0] = theirs();
  await act(() => client.refetchQueries({ queryKey: TEXTS }));
  press("Enter");
  await waitFor(() => expect(bodies()).toEqual([{ text: "Mine {name}", version: 1 }]));
});

it("warns before a text is lost that is being typed or saved, even after the grid was unmounted", async () => {
  const { unmount } = await show();
  act(() => at(1, 2).focus());
  press("F2");
  expect(isAsked()).toBe(false);
  type("Akwa");
  expect(isAsked()).toBe(true);
  const answer = hold();
  press("Enter");
  expect(isAsked()).toBe(true);
  unmount();
  expect(isAsked()).toBe(true);
  keepDrafts();
  expect(draftOf("appConfig.languageTexts")).toMatchObject({ "id-a.two efi": { text: "Akwa" } });
  deleteDraft("appConfig.languageTexts");
  answer();
  await waitFor(() => expect(isAsked()).toBe(false));
});

it("drops the unsaved texts of a deleted key", async () => {
  api.refusals = [{ status: 400, message: "Check.", fields: { text: "{name} is missing." } }];
  await show();
  await write(0, "Akwa");
  await screen.findByRole("button", { name: "1 text not saved" });
  fireEvent.doubleClick(at(0, 0));
  fireEvent.click(await screen.findByRole("button", { name: "Delete this key…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "1 text not saved" })).toBeNull();
  expect(isAsked()).toBe(false);
});

it("drops the unsaved texts of a key that another admin deleted", async () => {
  api.refusals = [{ status: 404, message: "This key does not exist. It may have been removed." }];
  await show();
  await write(0, "Akwa");
  await waitFor(() => expect(within(at(0, 2)).queryByText("Saving")).toBeNull());
  expect(at(0, 2).textContent).not.toContain("Akwa");
  expect(isAsked()).toBe(false);
});
