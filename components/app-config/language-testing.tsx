import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { deleteAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { Language, TranslationCell, TranslationRow } from "@/lib/contract/app-config-languages";
import { clearTypedCellTexts } from "./language-cells";
import { LanguageScreen } from "./language-screen";

/** Query string of the page's URL. */
export const mockedUrlSearch = { current: new URLSearchParams() };

const UPDATED_AT = "2026-11-21T10:00:00.000Z";
const ADMIN = { id: "019b76da-afc5-77b8-b3c0-9fbab7704c02", name: "Ofem Ubi", email: "ofem@crossriverpay.example" };
export const makeTextCell = (text: string, options: Partial<TranslationCell> = {}): TranslationCell => ({
  text,
  state: text ? "current" : "missing",
  version: text ? 1 : 0,
  updated_at: UPDATED_AT,
  updated_by: ADMIN,
  ...options,
});
const makeRow = (name: string, english: string, efik: string, pidgin = ""): TranslationRow => ({
  id: `id-${name}`,
  key: name,
  note: "",
  used: null,
  placeholders: [],
  texts: { en: makeTextCell(english), efi: makeTextCell(efik), pcm: makeTextCell(pidgin) },
  version: 1,
});
const makeLanguage = (code: string, name: string): Language => ({
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

type StubbedRefusal = { status: number; message?: string; fields?: object; current?: unknown };
/** State of the stubbed API, and the requests sent to it. */
export const stubbedApi = {
  rows: [] as TranslationRow[],
  sent: [] as { path: string; body: Record<string, unknown> }[],
  /** Error responses to the next writes; null lets a write succeed. */
  refusals: [] as (StubbedRefusal | null)[],
  rights: {} as object,
  /** Promise that delays the responses to writes. */
  gate: Promise.resolve() as Promise<void>,
};
/** Delays responses to writes. @returns function that releases them */
export function delayWriteResponses(): () => void {
  let openLanguageScreen = () => {};
  stubbedApi.gate = new Promise((resolve) => {
    openLanguageScreen = resolve;
  });
  return openLanguageScreen;
}

/** Stubs screen size, texts and API before each test of the calling file. */
export function stubLanguagesApi(): void {
  setNavigationHooks({ useSearchParams: () => mockedUrlSearch.current, usePathname: () => "/" });
  beforeEach(() => {
    mockedUrlSearch.current = new URLSearchParams();
    stubbedApi.rows = [
      makeRow("a.one", "One {name}", "Kiet {name}"),
      makeRow("a.two", "Two", ""),
      makeRow("a.three", "Three", "Ita"),
    ];
    stubbedApi.sent = [];
    stubbedApi.refusals = [];
    stubbedApi.rights = { read: true, create: true, update: true, delete: true, export: true };
    stubbedApi.gate = Promise.resolve();
    // Sets a size, because happy-dom has no layout and the grid renders only what fits.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_400);
    vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
      const answer = (status: number, more: object) => Response.json({ status, message: "", ...more }, { status });
      const address = new URL(url, "http://app");
      const path = address.pathname.replace("/api/v1/app-config", "");
      if (path.endsWith("/access"))
        return answer(200, { data: { features: [{ name: "App Configurations", access: stubbedApi.rights }] } });
      if (path === "/languages")
        return answer(200, {
          data: { items: [makeLanguage("en", "English"), makeLanguage("efi", "Efik"), makeLanguage("pcm", "Pidgin")] },
        });
      if (path === "/language-texts") {
        const q = address.searchParams.get("q") ?? "";
        const matching = stubbedApi.rows.filter(({ key }) => key.includes(q));
        return answer(200, { data: { rows: matching, total: matching.length, offset: 0 } });
      }
      const body = JSON.parse(String(init.body));
      stubbedApi.sent.push({ path, body });
      await stubbedApi.gate;
      const refusal = stubbedApi.refusals.shift();
      if (refusal) return answer(refusal.status, { code: "X", ...refusal });
      if (init.method === "DELETE") {
        stubbedApi.rows = stubbedApi.rows.filter(({ id }) => !path.endsWith(id));
        return answer(200, { data: { id: "" } });
      }
      const [, keyId = "", code = ""] = /language-keys\/([^/]+)\/texts\/(.+)$/.exec(path) ?? [];
      if (code) return answer(200, { data: storeText(keyId, code, body.text) });
      if (!body.texts) {
        const id = path.replace("/language-keys/", "");
        stubbedApi.rows = stubbedApi.rows.map((each) =>
          each.id === id ? { ...each, key: body.key, note: body.note, version: each.version + 1 } : each,
        );
        return answer(200, { data: stubbedApi.rows.find((each) => each.id === id) });
      }
      const results = body.texts.map(({ keyId, text }: { keyId: string; text: string }) =>
        text === "BAD"
          ? {
              keyId,
              done: false,
              message: "{name} is missing.",
              cell: stubbedApi.rows.find(({ id }) => id === keyId)?.texts.efi,
            }
          : { keyId, done: true, message: "Saved.", cell: storeText(keyId, "efi", text)?.texts.efi },
      );
      return answer(200, { data: { results } });
    });
  });
  afterEach(() => {
    cleanup();
    deleteAllDrafts();
    act(clearTypedCellTexts);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

function storeText(keyId: string, code: string, text: string): TranslationRow | undefined {
  stubbedApi.rows = stubbedApi.rows.map((each) =>
    each.id === keyId
      ? {
          ...each,
          texts: { ...each.texts, [code]: makeTextCell(text, { version: (each.texts[code]?.version ?? 0) + 1 }) },
        }
      : each,
  );
  return stubbedApi.rows.find(({ id }) => id === keyId);
}

/** Renders the text screen. @returns its query client and `unmount` */
export function renderLanguageScreen() {
  const client = makeQueryClient();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <LanguageScreen />
    </QueryClientProvider>,
  );
  return { client, unmount };
}
/** Renders the text screen and waits for its rows. */
export async function renderScreenWithRows() {
  const opened = renderLanguageScreen();
  await screen.findByText("One {name}");
  return opened;
}
/** Returns a cell of the grid by row and column, counted from 0. Column 0 is the key. */
export function textCellAt(line: number, col: number): HTMLElement {
  const matching = document.querySelector<HTMLElement>(
    `[role=row][aria-rowindex="${line + 2}"] > [aria-colindex="${col + 1}"]`,
  );
  if (!matching) throw new Error(`There is no cell ${line}, ${col}.`);
  return matching;
}
export const pressKey = (key: string, options: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document, { key, ...options });
export const findTextField = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /: a\./ });
export const typeIntoTextField = (value: string) => fireEvent.change(findTextField(), { target: { value } });
