import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The only helpers that may cast through `unknown`, to `never` or with `any`. Each docstring states why the cast is safe. At most ten. */
const CASTING_HELPERS = [
  "components/ui/lazy-with-preload.tsx AnyComponent",
  "lib/client/call.ts apiCallsOf",
  "lib/client/passkeys.ts passkeyOptions",
  "lib/server/files/pdf-worker.mjs loadPdfium",
  "lib/tables/workbook-rows.ts readSheetCells",
  "scripts/browsers/engine.mjs Engine",
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /^((app|components|lib|scripts)\/.*|[^/]+)\.(tsx?|mjs)$/.test(file) && existsSync(file))
  .filter((file) => !/\.test\.(tsx?|mjs)$|^lib\/server\/testing\//.test(file));

const COMMENT_PATTERN = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*/g;
const CAST_PATTERN = /\bas\s+unknown\s+as\b|\bas\s+never\b/g;
/** Matches an `any` type: in TypeScript by the biome-ignore comment that the linter requires, in JavaScript by JSDoc. */
const ANY_PATTERN =
  /biome-ignore lint\/suspicious\/noExplicitAny.*\n.*|@\w+ \{.*\bany\b.*\}|@type \{(?:unknown|never)\} \*\/ \(/g;
const DECLARATION_PATTERN =
  /^(?:export )?(?:async )?(?:const|function|class|type|interface) (\w+)|@typedef \{object\} (\w+)/gm;

/** Returns the casts in a file, each named by its top-level declaration. */
function findCasts(file: string, text: string): string[] {
  const code = text.replace(COMMENT_PATTERN, (comment) => comment.replace(/\S/g, " "));
  return [...code.matchAll(CAST_PATTERN), ...text.matchAll(ANY_PATTERN)].map(({ index, 0: cast }) => {
    const [, name, typedef] = [...text.slice(0, index + cast.length).matchAll(DECLARATION_PATTERN)].at(-1) ?? [];
    return `${file} ${name ?? typedef}`;
  });
}

it("only the listed helpers contain casts, at most ten in all", () => {
  const casts = files.flatMap((file) => findCasts(file, readFileSync(file, "utf8")));
  expect([...new Set(casts)].sort()).toEqual(CASTING_HELPERS);
  expect(casts.length).toBeLessThanOrEqual(10);
  expect(files.length).toBeGreaterThan(1_000);
});

it.each(CASTING_HELPERS)("the casting helper %s has a docstring", (helper) => {
  const [file = "", name] = helper.split(" ");
  const docstring = new RegExp(
    `\\*/\\n(?:// biome-ignore.*\\n)?(?:export )?(?:async )?(?:const|function|type) ${name}\\b|\\* @typedef \\{object\\} ${name}\\b`,
  );
  expect(readFileSync(file, "utf8")).toMatch(docstring);
});

it.each([
  ["a", "export const b = (c: string) =>\n  c as unknown as number;", ["a b"]],
  ["a", "const b = (c: string) => c as\n  unknown as number;\nconst d = 1;", ["a b"]],
  ["a", "function b(c: object) {\n  d(c as never);\n}", ["a b"]],
  ["a", "// biome-ignore lint/suspicious/noExplicitAny: x\ntype B = C<any>;", ["a B"]],
  ["a", "/** @param {(c: any) => void} d */\nfunction e(d) {}", ["a undefined"]],
  ["a", "const b = /** @type {string} */ (/** @type {unknown} */ (1));", ["a b"]],
  ["a", "// as unknown as\n/* as never */ const b = 1; // as never", []],
])("finds the casts in file %s: %j", (file, text, casts) => expect(findCasts(file, text)).toEqual(casts));
