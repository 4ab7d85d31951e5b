import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Entry points of production besides routes: the server and the commands. */
const ENTRY_POINT_FILES = [
  "instrumentation.ts",
  "middleware.ts",
  "lib/server/backup/archive-command.ts",
  "lib/server/backup/backup-command.ts",
  "lib/server/backup/restore-command.ts",
  "lib/server/db/migrate-command.ts",
  "lib/server/secrets/main.ts",
  "lib/server/system-wallet/opening-balances/main.ts",
  "lib/server/user/import/main.ts",
];

/** Matches files that do not count as production: demo data, simulated citizens, and test files. */
const NOT_PRODUCTION = /^lib\/server\/(db\/seed|simulated-admins|simulated-citizens|testing)\/|\.test\.tsx?$/;

/** Ignores `import type`, which loads nothing. Follows all other imports, including `import()`. */
const IMPORT_PATTERN = /(?:^(?:import|export)\s+(?!type\s)[^;"]*|\bimport\()"([^"]+)"/gm;

function readImports(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT_PATTERN)].flatMap(([, name = ""]) => {
    if (!/^(@\/|\.)/.test(name)) return [];
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return (
      ["", ".ts", ".tsx"].map((end) => target + end).find((each) => /\.tsx?$/.test(each) && existsSync(each)) ?? []
    );
  });
}

/** Returns the TypeScript files of the server that production loads, by following imports from its entry points. */
export function productionFiles(): string[] {
  const seenFiles = new Set<string>();
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const filesToRead = [...ENTRY_POINT_FILES, ...routes.map((file) => path.join("app", file))];
  for (let file = filesToRead.pop(); file; file = filesToRead.pop()) {
    if (seenFiles.has(file)) continue;
    seenFiles.add(file);
    filesToRead.push(...readImports(file).filter((each) => !NOT_PRODUCTION.test(each)));
  }
  return [...seenFiles].filter((file) => file.startsWith("lib/server/")).sort();
}
