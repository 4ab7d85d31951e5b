import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import type { Language, TextCell, TextRow } from "@/lib/contract/app-config-languages";
import { forgetEntries } from "./language-cells";
import { LanguageScreen } from "./language-screen";

const search = vi.hoisted(() => ({ now: new URLSearchParams() }));
vi.mock("next/navigation", () => ({ useSearchParams: () => search.now, usePathname: () => "/" }));

const AT = "2026-11-21T10:00:00.000Z";
const BY = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c02", name: "Ofem Ubi" };
const cell = (text: string, more: Partial<TextCell> = {}): TextCell => ({
  text,
  state: text ? "current" : "missing",
  version: text ? 1 : 0,
  updated_at: AT,
  updated_by: BY,
  ...more,
});
const row = (name: string, en: string, efi: string, pcm = ""): TextRow => ({
  id: `id-${name}`,
  key: name,
  note: "",
  used: true,
  placeholders: [],
  texts: { en: cell(en), efi: cell(efi), pcm: cell(pcm) },
  version: 1,
});
const language = (code: string, name: string): Language => ({
  code,
  name,
  direction: "ltr",
  source: code === "en",
  keys: 3,
  translated: 2,
  changed: 0,
  position: 0,
  version: 1,
});

type Refusal = { status: number; message?: string; fields?: object; current?: unknown };
let rows: TextRow[];
let sent: { path: string; body: Record<string, unknown> }[];
let refusals: Refusal[];
let rights: object;
/** Answers to writes wait for this. */
let gate: Promise<void>;

beforeEach(() => {
  search.now = new URLSearchParams();
  rows = [row("a.one", "One {name}", "Kiet {name}"), row("a.two", "Two", ""), row("a.three", "Three", "Ita")];
  sent = [];
  refusals = [];
  rights = { read: true, create: true, update: true, delete: true, export: true };
  gate = Promise.resolve();
  // happy-dom lays nothing out; the grid draws what fits into this.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_400);
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = (status: number, more: object) => Response.json({ status, message: "", ...more }, { status });
    const address = new URL(url, "http://app");
    const path = address.pathname.replace("/api/v1/app-config", "");
    if (path.endsWith("/access"))
      return answer(200, { data: { features: [{ name: "App Configurations", access: rights }] } });
    if (path === "/languages")
      return answer(200, { data: [language("en", "English"), language("efi", "Efik"), language("pcm", "Pidgin")] });
    if (path === "/language-texts") {
      const q = address.searchParams.get("q") ?? "";
      const found = rows.filter(({ key }) => key.includes(q));
      return answer(200, { data: { rows: found, total: found.length, offset: 0 } });
    }
    const body = JSON.parse(String(init.body));
    sent.push({ path, body });
    await gate;
    const refusal = refusals.shift();
    if (refusal) return answer(refusal.status, { code: "X", ...refusal });
    const [, keyId = "", code = ""] = /language-keys\/([^/]+)\/texts\/(.+)$/.exec(path) ?? [];
    if (code) return answer(200, { data: stored(keyId, code, body.text) });
    const results = body.texts.map(({ keyId, text }: { keyId: string; text: string }) =>
      text === "BAD"
        ? { keyId, done: false, message: "{name} is missing.", cell: null }
        : { keyId, done: true, message: "Saved.", cell: stored(keyId, "efi", text)?.texts.efi },
    );
    return answer(200, { data: { results } });
  });
});
afterEach(() => {
  cleanup();
  forgetDrafts();
  act(forgetEntries);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function stored(keyId: string, code: string, text: string): TextRow | undefined {
  rows = rows.map((each) =>
    each.id === keyId
      ? { ...each, texts: { ...each.texts, [code]: cell(text, { version: (each.texts[code]?.version ?? 0) + 1 }) } }
      : each,
  );
  return rows.find(({ id }) => id === keyId);
}

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LanguageScreen />
    </QueryClientProvider>,
  );
  await screen.findByText("One {name}");
}
/** By row and column, counted from 0; column 0 is the key. */
function at(line: number, col: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(
    `[role=row][aria-rowindex="${line + 2}"] > [aria-colindex="${col + 1}"]`,
  );
  if (!found) throw new Error(`There is no cell ${line}, ${col}.`);
  return found;
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document, { key, ...more });
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /: a\./ });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

it("moves by arrow keys, one cell being in the order of Tab", async () => {
  await show();
  act(() => at(0, 1).focus());
  press("ArrowRight");
  expect(document.activeElement).toBe(at(0, 2));
  press("ArrowDown");
  expect(document.activeElement).toBe(at(1, 2));
  press("Home");
  expect(document.activeElement).toBe(at(1, 0));
  press("End", { ctrlKey: true });
  expect(document.activeElement).toBe(at(2, 3));
  press("ArrowDown");
  expect(document.activeElement).toBe(at(2, 3));
  expect(document.querySelectorAll("[role=gridcell][tabindex='0'], [role=rowheader][tabindex='0']").length).toBe(1);
});

it("edits with Enter, saves and moves down with Enter, and shows that it saves and is saved", async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  await show();
  act(() => at(0, 2).focus());
  press("Enter");
  expect(field().value).toBe("Kiet {name}");
  type("Kiet, {name}");
  press("Enter");
  expect(document.activeElement).toBe(at(1, 2));
  expect(within(at(0, 2)).getByText("Saving")).toBeTruthy();
  open();
  await within(at(0, 2)).findByText("Saved");
  expect(sent[0]).toEqual({ path: "/language-keys/id-a.one/texts/efi", body: { text: "Kiet, {name}", version: 1 } });
});

it("begins with what is typed, Tab saves and moves right, Escape leaves the cell as it was", async () => {
  await show();
  act(() => at(1, 2).focus());
  press("I");
  expect(field().value).toBe("I");
  press("Tab");
  expect(document.activeElement).toBe(at(1, 3));
  await waitFor(() => expect(sent[0]?.body).toEqual({ text: "I", version: 0 }));
  press("F2");
  type("nothing of this");
  press("Escape");
  expect(document.activeElement).toBe(at(1, 3));
  expect(at(1, 3).textContent).toContain("No text");
  expect(sent).toHaveLength(1);
});

it("saves nothing when nothing was changed", async () => {
  await show();
  act(() => at(0, 2).focus());
  press("F2");
  press("Enter");
  expect(sent).toEqual([]);
});

it("shows a refusal at the cell and keeps what was typed", async () => {
  refusals = [
    { status: 400, message: "Check.", fields: { text: "{name} is missing. It stands in the English text." } },
  ];
  await show();
  act(() => at(0, 2).focus());
  press("F2");
  type("Kiet");
  press("Enter");
  await within(at(0, 2)).findByText(/\{name\} is missing/);
  expect(at(0, 2).textContent).toContain("Kiet");
  expect(at(0, 2).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("button", { name: "1 text not saved" })).toBeTruthy();
  press("ArrowUp");
  fireEvent.click(within(at(0, 2)).getByRole("button", { name: "Edit" }));
  expect(field().value).toBe("Kiet");
});

it("offers to try again when the service can't be reached", async () => {
  refusals = [{ status: 500, message: "Something broke. Try again." }];
  await show();
  act(() => at(1, 2).focus());
  press("F2");
  type("Iba");
  press("Enter");
  await within(at(1, 2)).findByText("Something broke. Try again.");
  press("ArrowUp");
  fireEvent.click(within(at(1, 2)).getByRole("button", { name: "Try again" }));
  await within(at(1, 2)).findByText("Saved");
  expect(sent.map(({ body }) => body.text)).toEqual(["Iba", "Iba"]);
});

const theirs = () => {
  const current = rows[0] as TextRow;
  return { ...current, texts: { ...current.texts, efi: cell("Kiet kiet {name}", { version: 5 }) } };
};

it("shows theirs and mine in a conflict, and saves mine over it when asked", async () => {
  refusals = [{ status: 409, message: "Changed", current: theirs() }];
  await show();
  act(() => at(0, 2).focus());
  press("F2");
  type("Mine {name}");
  press("Enter");
  await within(at(0, 2)).findByText("Somebody else changed this text.");
  press("ArrowUp");
  expect(within(at(0, 2)).getByText("Kiet kiet {name}")).toBeTruthy();
  fireEvent.click(within(at(0, 2)).getByRole("button", { name: "Keep mine" }));
  await within(at(0, 2)).findByText("Saved");
  expect(sent[1]?.body).toEqual({ text: "Mine {name}", version: 5 });
});

it("takes theirs when that is chosen", async () => {
  refusals = [{ status: 409, message: "Changed", current: theirs() }];
  await show();
  act(() => at(0, 2).focus());
  press("F2");
  type("Mine {name}");
  press("Enter");
  await within(at(0, 2)).findByText("Somebody else changed this text.");
  press("ArrowUp");
  fireEvent.click(within(at(0, 2)).getByRole("button", { name: "Take theirs" }));
  expect(at(0, 2).textContent).toBe("Kiet kiet {name}");
  expect(screen.queryByRole("button", { name: "1 text not saved" })).toBeNull();
});

it("confirms a text whose English changed", async () => {
  const first = rows[0] as TextRow;
  rows[0] = { ...first, texts: { ...first.texts, efi: cell("Kiet {name}", { state: "changed" }) } };
  await show();
  act(() => at(0, 2).focus());
  fireEvent.click(within(at(0, 2)).getByRole("button", { name: "Still right" }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ text: "Kiet {name}", version: 1 }));
});

it("says what a pasted column changes, saves it, and keeps what is refused in its cell", async () => {
  await show();
  act(() => at(0, 2).focus());
  const clipboardData = { getData: () => "BAD\r\nIba\r\nIta\r\nMore\r\n" };
  fireEvent.paste(at(0, 2), { clipboardData });
  const dialog = within(await screen.findByRole("dialog", { name: "Paste 4 texts into Efik?" }));
  expect(await dialog.findByText("1 cell has no text yet.")).toBeTruthy();
  expect(dialog.getByText("1 text is replaced.")).toBeTruthy();
  expect(dialog.getByText(/^1 line is empty or the same/)).toBeTruthy();
  expect(dialog.getByText(/^1 line has no row/)).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Save 2 texts" }));
  await screen.findByRole("dialog", { name: "1 text saved, 1 not saved" });
  expect(sent[0]?.body.texts).toEqual([
    { keyId: "id-a.one", text: "BAD", version: 1 },
    { keyId: "id-a.two", text: "Iba", version: 0 },
  ]);
  expect(at(1, 2).textContent).toBe("Iba");
  expect(at(0, 2).textContent).toContain("{name} is missing.");
});

it("saves what is typed in a cell that leaves the screen", async () => {
  await show();
  act(() => at(1, 2).focus());
  press("F2");
  type("Iba");
  cleanup();
  await waitFor(() => expect(sent[0]?.body).toEqual({ text: "Iba", version: 0 }));
});

it("puts one pasted line into the cell that is edited", async () => {
  await show();
  act(() => at(1, 2).focus());
  fireEvent.paste(at(1, 2), { clipboardData: { getData: () => "Iba\n" } });
  expect(field().value).toBe("Iba");
  press("Enter");
  await within(at(1, 2)).findByText("Saved");
});

it("offers nothing to who may only read", async () => {
  rights = { read: true };
  await show();
  act(() => at(0, 2).focus());
  press("Enter");
  expect(screen.queryByRole("textbox", { name: /: a\./ })).toBeNull();
  expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
  expect(screen.getByRole("grid").getAttribute("aria-readonly")).toBe("true");
});

it("tells an empty list from one that nothing matches", async () => {
  rows = [];
  const { unmount } = render(
    <QueryClientProvider client={makeQueryClient()}>
      <LanguageScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Nothing here yet")).toBeTruthy();
  unmount();
  search.now = new URLSearchParams("q=zebra");
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <LanguageScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
});
