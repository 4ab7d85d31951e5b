import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Phrases that users did not understand (docs/words.md). Each is a separate test, so that a failure names the phrase. */
const WORDS_TO_AVOID = [
  ...[/\bwhoever\b/i, /\bmeanwhile\b/i, /\banew\b/i, /\bby hand\b/i, /\bgiven back\b/i, /\bgoe?s? on record\b/i],
  ...[
    /\bput on record\b/i,
    /\bTake on\b/,
    /\bPut back\b/,
    /\bAsked for by\b/,
    /\bEnd the dispute\b/,
    /\bDrop the file\b/,
  ],
  ...[/\bas they are set\b/, /\bstands still\b/, /\bWhat it is now\b/, /\bSave over it\b/, /\bnone before\b/],
  ...[/\bfits? now\b/, /\bstands in row\b/, /\bLeast amount\b/, /\bHighest fee\b/, /\bPlace in the order\b/],
  ...[/\bAll of it available\b/, /\bThe ledger is right\b/, /\bremain now\b/, /\bAsk the provider again\b/],
  /\d %(?=["'`<\s])/,
];

/** Returns the texts that users may see: string literals with a space, and text between JSX tags. Skips comments. */
function extractTexts(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const stringLiterals = [...code.matchAll(/"((?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"|`([^`\n]* [^`\n]*)`/g)];
  const jsxTexts = [...code.matchAll(/[>}]\s*([A-Za-z][^<>{}=;()]*[a-z.])\s*[<{]/g)];
  return [
    ...stringLiterals.map(([, doubleQuoted, templateText]) => doubleQuoted ?? templateText ?? ""),
    ...jsxTexts.map(([, text]) => text ?? ""),
  ];
}

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "components", "lib"],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\/(seed|testing|simulated-admins|simulated-citizens)\//.test(file),
  );

/** Returns true for SQL statements, which users never see. */
const isEngineerText = (text: string) =>
  /\b(select|update|insert|from|where)\b[\s\S]*\b(from|set|into|where|and)\b/.test(text);

it.each(WORDS_TO_AVOID.map((pattern) => [pattern]))("no screen, error message or mail contains %s", (pattern) => {
  const offendingTexts = files.flatMap((file) =>
    extractTexts(readFileSync(file, "utf8"))
      .filter((text) => pattern.test(text) && !isEngineerText(text))
      .map((text) => `${file}: ${text.slice(0, 100)}`),
  );
  expect(offendingTexts).toEqual([]);
});

it("extractTexts finds string literals, templates and text between JSX tags from code, but no comments", () => {
  const source =
    'const a = "Put back now"; /* Take on it */ const b = `by hand today`; <p>Drop the file</p> <p>{n} rows. Tell\n whoever.</p>';
  expect(extractTexts(source)).toEqual(["Put back now", "by hand today", "Drop the file", "rows. Tell\n whoever."]);
});

it("no document contains the words whoever, meanwhile or anew", () => {
  const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file && file !== "docs/words.md");
  const offendingTexts = documents.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /\b(whoever|meanwhile|anew)\b/i.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(offendingTexts).toEqual([]);
  expect(documents.length).toBeGreaterThan(30);
});
