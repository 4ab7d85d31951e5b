import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Where production starts: the server, its routes, and the import of a register. */
const ENTRIES = [
  "instrumentation.ts",
  "middleware.ts",
  "lib/server/system-wallet/opening-balances/main.ts",
  "lib/server/user/import/main.ts",
];

/** Demo data, demo citizens, and what only tests use. */
const NOT_PRODUCTION = /^lib\/server\/(db\/seed|simulated-citizens|testing)\/|\.test\.tsx?$/;

/** `import type` loads nothing; everything else does, also `import()`. */
const IMPORT = /(?:^(?:import|export)\s+(?!type\s)[^;"]*|\bimport\()"([^"]+)"/gm;

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, name = ""]) => {
    if (!/^(@\/|\.)/.test(name)) return [];
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return (
      ["", ".ts", ".tsx"].map((end) => target + end).find((each) => /\.tsx?$/.test(each) && existsSync(each)) ?? []
    );
  });
}

/** TypeScript files of the server that production loads, found by following imports from where it starts. */
export function productionFiles(): string[] {
  const seen = new Set<string>();
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const waiting = [...ENTRIES, ...routes.map((file) => path.join("app", file))];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...importsOf(file).filter((each) => !NOT_PRODUCTION.test(each)));
  }
  return [...seen].filter((file) => file.startsWith("lib/server/")).sort();
}
