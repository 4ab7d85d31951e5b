import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Documents and comments name files: each has to be there, or somebody looks for it in vain. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));

/** Made by a build or by a server: in no checkout. The files of helplines are what docs/add-a-module.md has you make. */
const MADE = ["openapi.json", "efi.json"];

const ENDING = String.raw`\.(?:tsx?|mjs|sql|json)`;
const IN_CODE_MARKS = new RegExp(String.raw`\x60(?:\.\/)?([\w()[\]./-]+${ENDING})\x60`, "g");
const IN_BRACKETS = new RegExp(String.raw`(?<![\w./*-])((?:@\/|\.\/)?[\w[\].-]+(?:\/[\w[\]().-]+)*${ENDING})\b`, "g");
const COMMENT = /(?:^\s*(?:\/\/|\*|--)|\/\*\*).*$/gm;
const LINK = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

function citedIn(file: string, text: string): string[] {
  if (file.endsWith(".md")) return [...text.matchAll(IN_CODE_MARKS)].map(([, name = ""]) => name);
  return [...text.matchAll(COMMENT)].flatMap(([line]) => [...line.matchAll(IN_BRACKETS)].map(([, name = ""]) => name));
}

/** Whether a file ends like that: comments name files of their own folder by their last part. */
const isThere = (name: string) => {
  const end = name.replace(/^@?\.?\//, "");
  return files.some((file) => file === end || file.endsWith(`/${end}`)) || MADE.includes(path.basename(end));
};

it("finds each file that documents and comments name", () => {
  const texts = files.filter(
    (file) => /\.(tsx?|mjs|sql|md)$/.test(file) && !/\/meta\/|cited-files\.test\.ts$/.test(file),
  );
  const missing = texts.flatMap((file) =>
    citedIn(file, readFileSync(file, "utf8"))
      .filter((name) => !isThere(name) && !/helpline/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it("finds what documents link to", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  const missing = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(LINK)]
      .map(([, to = ""]) => path.posix.join(path.posix.dirname(file), to))
      .filter((to) => !existsSync(to))
      .map((to) => `${file}: ${to}`),
  );
  expect(missing).toEqual([]);
  expect(documents.length).toBeGreaterThan(20);
});

it.each([
  ["docs/x.md", "as `lib/x.ts` says", ["lib/x.ts"]],
  ["lib/x.ts", "/** As it is there (lib/gone.ts). */", ["lib/gone.ts"]],
  ["lib/x.ts", "  // see ./gone.ts", ["./gone.ts"]],
  ["lib/x.ts", 'import { a } from "./b.ts";', []],
])("reads what %s names: %s", (file, text, names) => {
  expect(citedIn(file, text)).toEqual(names);
});
