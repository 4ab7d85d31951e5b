import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Entry points of production apart from routes: the server and the import commands. */
const ENTRIES = [
  "instrumentation.ts",
  "middleware.ts",
  "lib/server/system-wallet/opening-balances/main.ts",
  "lib/server/user/import/main.ts",
];

/** Demo data, simulated citizens, and files that only tests use. */
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

/** Returns the TypeScript files of the server that production loads, by following imports from its entry points. */
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
