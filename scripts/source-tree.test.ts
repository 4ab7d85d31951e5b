import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** What biome.json cannot say about the architecture: chains of imports, folders, sizes. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && existsSync(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const isBrowser = (file: string) =>
  /^(app|components|lib\/(client|queries)|lib\/[^/]+\.ts)/.test(file) && !file.startsWith("app/api/") && !isTest(file);

/** What comes along as soon as the file is loaded: neither types nor what `import()` fetches later. */
const LOADED = /^(?:import|export)\s+(?!type\s)(?:[\w*{][^;"]*?\sfrom\s+)?"([^"]+)"/gm;

const loadsTypesOnly = (statement: string) => /^import\s+\{(\s*type\s[^,}]+,?)+\s*\}/.test(statement);

function loadedBy(file: string, tree: Map<string, string>): string[] {
  const statements = [...(tree.get(file) ?? "").matchAll(LOADED)].filter(([statement]) => !loadsTypesOnly(statement));
  return statements.map(([, name = ""]) => {
    if (!/^(@\/|\.)/.test(name)) return name;
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return ["", ".ts", ".tsx", ".mjs"].map((end) => target + end).find((candidate) => tree.has(candidate)) ?? target;
  });
}

/** The way from a file to the first import that is not wanted with it, if there is one. */
function wayTo(unwanted: RegExp, from: string, tree = sources, seen = new Set<string>()): string[] | null {
  if (unwanted.test(from)) return [from];
  seen.add(from);
  for (const next of loadedBy(from, tree)) {
    const way = seen.has(next) ? null : wayTo(unwanted, next, tree, seen);
    if (way) return [from, ...way];
  }
  return null;
}

const HEAVY = /^(zod|@orpc\/.*|@hookform\/resolvers\/.*|lib\/server\/.*)$/;

describe("the first scripts of a page", () => {
  it("carry neither zod nor the server: contract files come as types or by import()", () => {
    const routes = files.filter((file) => file.startsWith("app/") && isBrowser(file));
    expect(routes.map((file) => wayTo(HEAVY, file)).filter(Boolean)).toEqual([]);
    expect(routes.length).toBeGreaterThan(5);
  });

  it.each([
    ['import { kycDecision } from "@/lib/contract/kyc";', ["lib/contract/kyc.ts", "zod"]],
    ['import {\n  a,\n  type B,\n} from "@/lib/contract/kyc";', ["lib/contract/kyc.ts", "zod"]],
    ['export * from "../lib/contract/common";', ["lib/contract/common.ts", "@orpc/contract"]],
    ['import "zod";', ["zod"]],
    ['import type { KycRow } from "@/lib/contract/kyc";', null],
    ['const later = () => import("@/lib/contract/kyc");', null],
    ['import { KYC_STATES } from "@/lib/contract/kyc.values";', null],
  ])("are followed through %j", (code, way) => {
    const tree = new Map(sources).set("app/planted.tsx", code);
    expect(wayTo(HEAVY, "app/planted.tsx", tree)).toEqual(way && ["app/planted.tsx", ...way]);
  });
});

/** Files that load one another in a circle, each circle once; an import of nothing but types loads nothing. */
function circles(tree: Map<string, string>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of loadedBy(file, tree)) {
      if (!tree.has(next)) continue;
      if (!index.has(next)) visit(next);
      // What has left the stack belongs to a circle that is complete, or to none.
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of tree.keys()) if (!index.has(file)) visit(file);
  return found;
}

describe("imports", () => {
  const code = new Map([...sources].filter(([file]) => !isTest(file)));

  it("lead in no circle", () => {
    expect(circles(code)).toEqual([]);
  });

  it.each([
    ['import { b } from "./planted-b";', [["lib/planted-a.ts", "lib/planted-b.ts"]]],
    ['import type { b } from "./planted-b";', []],
    ['import { type b } from "./planted-b";', []],
  ])("are followed through %j", (code, found) => {
    const tree = new Map([
      ["lib/planted-a.ts", code],
      ["lib/planted-b.ts", 'import { a } from "./planted-a";'],
    ]);
    expect(circles(tree)).toEqual(found);
  });
});

describe("browser code", () => {
  it.each([
    ["reaches the network", /\b(window|globalThis|self)\.(fetch|XMLHttpRequest)\b|\bsendBeacon\b/],
    ["takes types of the server", /\bimport\("@\/lib\/server\//],
  ])("never %s past the linter", (_, pattern) => {
    const guilty = files.filter((file) => isBrowser(file) && pattern.test(sources.get(file) ?? ""));
    expect(guilty).toEqual([]);
  });
});

it("is under the import table: a new folder needs a row in biome.json first", () => {
  const unknown = files.filter(
    (file) =>
      /^(lib|components)\//.test(file) &&
      !/^(lib\/((client|contract|queries|server)\/|[^/]+$)|components\/[^/]+\/)/.test(file),
  );
  expect(unknown).toEqual([]);
});

it("does not talk the linter out of the import table", () => {
  const suppression = /biome-ignore\S* (lint|lint\/style|lint\/style\/noRestricted\w+)\b(?!\/)/;
  expect(files.filter((file) => !isTest(file) && suppression.test(sources.get(file) ?? ""))).toEqual([]);
});

describe("a facade of the API", () => {
  const isFacade = (file: string) => /^lib\/server\/([\w-]+|[\w-]+\/[\w-]+-calls)\.ts$/.test(file) && !isTest(file);
  const facades = files.filter((file) => isFacade(file) && /\.handler\(/.test(sources.get(file) ?? ""));
  /** What belongs into a file below: queries, tables, functions, several statements. */
  const work = /"drizzle-orm|\/db\/schema\/|\bfunction\b|=> \{$/m;

  it("names the function of each call, and does nothing itself", () => {
    expect(facades.filter((file) => work.test(sources.get(file) ?? ""))).toEqual([]);
    expect(facades.length).toBeGreaterThan(30);
  });

  it.each([
    "calls.list.handler(({ context: { db } }) => listUsers(db)),",
    "calls.list.handler(async ({ input, context }) =>\n  makeExport(context, await rows(input)),\n),",
  ])("may say %j", (code) => expect(work.test(code)).toBe(false));

  it.each(["calls.list.handler(({ context }) => {", 'import { eq } from "drizzle-orm";', "async function rows() {}"])(
    "may not say %j",
    (code) => expect(work.test(code)).toBe(true),
  );
});

it("keeps every file that is written by hand under 300 lines", () => {
  // Of the client the part that is written by hand is measured by its own test.
  const made = /\/(seed|migrations)\/|^docs\/client\/citizen-app-client\.ts$/;
  const long = files.filter(
    (file) => !isTest(file) && !made.test(file) && (sources.get(file) ?? "").split("\n").length > 300,
  );
  expect(long).toEqual([]);
});
