import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Files of the repository. The tests below check rules that biome.json can't express: import chains, folders, file sizes. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && existsSync(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const isTestFile = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const isBrowserFile = (file: string) =>
  /^(app|components|lib\/(client|queries|statements|tables)|lib\/[^/]+\.ts)/.test(file) &&
  !file.startsWith("app/api/") &&
  !isTestFile(file);

/** Matches static imports, but neither type imports nor `import()`. */
const IMPORT_STATEMENT = /^(?:import|export)\s+(?!type\s)(?:[\w*{][^;"]*?\sfrom\s+)?"([^"]+)"/gm;

const loadsTypesOnly = (statement: string) => /^import\s+\{(\s*type\s[^,}]+,?)+\s*\}/.test(statement);

function importsOf(file: string, tree: Map<string, string>): string[] {
  const statements = [...(tree.get(file) ?? "").matchAll(IMPORT_STATEMENT)].filter(
    ([statement]) => !loadsTypesOnly(statement),
  );
  return statements.map(([, name = ""]) => {
    if (!/^(@\/|\.)/.test(name)) return name;
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return ["", ".ts", ".tsx", ".mjs"].map((end) => target + end).find((candidate) => tree.has(candidate)) ?? target;
  });
}

/** Returns the import chain from a file to the first unwanted import; null if there is none. */
function findImportPath(
  unwantedModule: RegExp,
  startFile: string,
  tree = sources,
  seen = new Set<string>(),
): string[] | null {
  if (unwantedModule.test(startFile)) return [startFile];
  seen.add(startFile);
  for (const next of importsOf(startFile, tree)) {
    const way = seen.has(next) ? null : findImportPath(unwantedModule, next, tree, seen);
    if (way) return [startFile, ...way];
  }
  return null;
}

const HEAVY_MODULES = /^(zod|@orpc\/.*|@hookform\/resolvers\/.*|lib\/server\/.*)$/;

describe("initial JavaScript of a page", () => {
  it("the initial JavaScript of a page contains neither zod nor server code", () => {
    const routes = files.filter((file) => file.startsWith("app/") && isBrowserFile(file));
    expect(routes.map((file) => findImportPath(HEAVY_MODULES, file)).filter(Boolean)).toEqual([]);
    expect(routes.length).toBeGreaterThan(5);
  });

  it("the initial JavaScript of record pages with lazy forms contains no react-hook-form", () => {
    const pages = files.filter((file) => /\[(event|programme|promotion|entry|broadcast)Id\]\/page\.tsx$/.test(file));
    expect(pages.map((file) => findImportPath(/^react-hook-form$/, file)).filter(Boolean)).toEqual([]);
    expect(pages.length).toBeGreaterThan(7);
  });

  it.each([
    ['import { kycDecision } from "@/lib/contract/kyc";', ["lib/contract/kyc.ts", "zod"]],
    ['import {\n  a,\n  type B,\n} from "@/lib/contract/kyc";', ["lib/contract/kyc.ts", "zod"]],
    ['export * from "../lib/contract/common";', ["lib/contract/common.ts", "@orpc/contract"]],
    ['import "zod";', ["zod"]],
    ['import type { KycRow } from "@/lib/contract/kyc";', null],
    ['const later = () => import("@/lib/contract/kyc");', null],
    ['import { KYC_STATES } from "@/lib/contract/kyc.values";', null],
  ])("finds zod behind the import %j only if this code loads the imported file", (code, way) => {
    const tree = new Map(sources).set("app/planted.tsx", code);
    expect(findImportPath(HEAVY_MODULES, "app/planted.tsx", tree)).toEqual(way && ["app/planted.tsx", ...way]);
  });
});

/** Returns the import cycles, each once. Ignores type imports. */
function findImportCycles(tree: Map<string, string>): string[][] {
  const index = new Map<string, number>();
  const lowLink = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    lowLink.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of importsOf(file, tree)) {
      if (!tree.has(next)) continue;
      if (!index.has(next)) visit(next);
      // As in Tarjan's algorithm, a file that has left the stack is in a completed cycle or in none.
      if (stack.includes(next)) lowLink.set(file, Math.min(lowLink.get(file) ?? 0, lowLink.get(next) ?? 0));
    }
    if (lowLink.get(file) !== index.get(file)) return;
    const cycle = stack.splice(stack.indexOf(file));
    if (cycle.length > 1) found.push(cycle.sort());
  };
  for (const file of tree.keys()) if (!index.has(file)) visit(file);
  return found;
}

describe("imports", () => {
  const code = new Map([...sources].filter(([file]) => !isTestFile(file)));

  it("imports form no cycles", () => {
    expect(findImportCycles(code)).toEqual([]);
  });

  it.each([
    ['import { b } from "./planted-b";', [["lib/planted-a.ts", "lib/planted-b.ts"]]],
    ['import type { b } from "./planted-b";', []],
    ['import { type b } from "./planted-b";', []],
  ])("counts an import as part of a cycle only if it loads the file: %j", (code, found) => {
    const tree = new Map([
      ["lib/planted-a.ts", code],
      ["lib/planted-b.ts", 'import { a } from "./planted-a";'],
    ]);
    expect(findImportCycles(tree)).toEqual(found);
  });
});

describe("browser code", () => {
  it.each([
    ["reaches the network", /\b(window|globalThis|self)\.(fetch|XMLHttpRequest)\b|\bsendBeacon\b/],
    ["takes types of the server", /\bimport\("@\/lib\/server\//],
  ])("browser code never %s in a way that the linter misses", (_, pattern) => {
    const offendingFiles = files.filter((file) => isBrowserFile(file) && pattern.test(sources.get(file) ?? ""));
    expect(offendingFiles).toEqual([]);
  });
});

it("every folder is covered by the import rules of biome.json", () => {
  const unknownVariables = files.filter(
    (file) =>
      /^(lib|components)\//.test(file) &&
      !/^(lib\/((client|contract|queries|server|settings|statements|tables)\/|[^/]+$)|components\/[^/]+\/)/.test(file),
  );
  expect(unknownVariables).toEqual([]);
});

it("no comment disables the import rules of the linter", () => {
  const suppression = /biome-ignore\S* (lint|lint\/style|lint\/style\/noRestricted\w+)\b(?!\/)/;
  expect(files.filter((file) => !isTestFile(file) && suppression.test(sources.get(file) ?? ""))).toEqual([]);
});

describe("an API facade", () => {
  const isFacade = (file: string) => /^lib\/server\/([\w-]+|[\w-]+\/[\w-]+-calls)\.ts$/.test(file) && !isTestFile(file);
  const facades = files.filter((file) => isFacade(file) && /\.handler\(/.test(sources.get(file) ?? ""));
  /** Patterns of code that must not be in a facade: queries, tables, functions, several statements. */
  const databaseWork = /"drizzle-orm|\/db\/schema\/|\bfunction\b|=> \{$/m;

  it("an API facade contains only the name of the function for each call", () => {
    expect(facades.filter((file) => databaseWork.test(sources.get(file) ?? ""))).toEqual([]);
    expect(facades.length).toBeGreaterThan(30);
  });

  it.each([
    "calls.list.handler(({ context: { db } }) => listUsers(db)),",
    "calls.list.handler(async ({ input, context }) =>\n  makeExport(context, await rows(input)),\n),",
  ])("an API facade may contain %j", (code) => expect(databaseWork.test(code)).toBe(false));

  it.each(["calls.list.handler(({ context }) => {", 'import { eq } from "drizzle-orm";', "async function rows() {}"])(
    "an API facade may not contain %j",
    (code) => expect(databaseWork.test(code)).toBe(true),
  );
});

it("every handwritten file has fewer than 300 lines", () => {
  // Excludes the API client, because citizen-app-client.test.ts limits its handwritten part.
  const generatedFiles = /\/(seed|migrations)\/|^docs\/client\/citizen-app-client\.ts$/;
  const tooLongFiles = files.filter(
    (file) => !isTestFile(file) && !generatedFiles.test(file) && (sources.get(file) ?? "").split("\n").length > 300,
  );
  expect(tooLongFiles).toEqual([]);
});

it("no native date input is used, because its format follows the browser's language", () => {
  const found = [...sources].filter(
    ([file, code]) => isBrowserFile(file) && /type="(date|datetime-local|time|month|week)"/.test(code),
  );
  expect(found.map(([file]) => file)).toEqual([]);
});
