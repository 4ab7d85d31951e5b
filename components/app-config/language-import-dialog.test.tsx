import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ImportPreview, Language } from "@/lib/contract/app-config-languages";
import { ImportDialog } from "./language-import-dialog";

type Sent = { texts: Record<string, string>; versions: Record<string, number> };
let imports: Sent[];
/** Statuses of the next answers to an import. */
let answers: number[];

const VERSION = 7;
const resultOf = (texts: Record<string, string>): ImportPreview => ({
  new: [],
  changed: Object.entries(texts).map(([key, becomes]) => ({
    key,
    is: "Old",
    becomes,
    problem: null,
    version: VERSION,
  })),
  broken: [],
  same: 0,
});

beforeEach(() => {
  imports = [];
  answers = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    if (String(url).endsWith("/import")) {
      imports.push(body);
      const status = answers.shift() ?? 200;
      if (status !== 200) return Response.json({ status, code: "X", message: "Something broke." }, { status });
    }
    return Response.json({ status: 200, message: "OK", data: resultOf(body.texts) });
  });
});
const EFIK: Language = {
  code: "efi",
  name: "Efik",
  direction: "ltr",
  source: false,
  keys: 500,
  translated: 500,
  changed: 0,
  position: 1,
  version: 1,
};
async function choose(texts: Record<string, string>) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ImportDialog language={EFIK} onClose={() => {}} />
    </QueryClientProvider>,
  );
  const file = new File([JSON.stringify(texts)], "efi.json");
  fireEvent.change(await screen.findByLabelText("File"), { target: { files: [file] } });
}

it("sends the versions that the preview showed", async () => {
  await choose({ "a.one": "Kiet", "a.two": "Iba" });
  fireEvent.click(await screen.findByRole("button", { name: "Import 2 texts" }));
  await screen.findByRole("dialog", { name: "2 texts imported" });
  expect(imports[0]?.versions).toEqual({ "a.one": VERSION, "a.two": VERSION });
});

it("counts what was imported before a call failed together with the rest", async () => {
  // Too much for one call.
  const texts = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`many.k${n}`, "x".repeat(2_000)]));
  answers = [200, 500];
  await choose(texts);
  fireEvent.click(await screen.findByRole("button", { name: "Import 500 texts" }));
  await screen.findByText("Something broke.");
  answers = [500];
  fireEvent.click(screen.getByRole("button", { name: "Import the rest" }));
  await screen.findByText("Something broke.");
  fireEvent.click(await screen.findByRole("button", { name: "Import the rest" }));
  await screen.findByRole("dialog", { name: "500 texts imported" });
  expect(imports).toHaveLength(4);
  const [first, ...rest] = imports;
  expect(Object.keys(first?.texts ?? {}).length + Object.keys(rest.at(-1)?.texts ?? {}).length).toBe(500);
});
