import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));

/** Names of generated files, which may be cited although they are not in the repository. */
const GENERATED_FILES = ["openapi.json", "sbom.json", "efi.json", "manifest.json"];

/** Document that lists renames, so it may cite former file names. */
const RENAMES_FILE = "docs/renames.md";

const FILE_ENDING = String.raw`\.(?:tsx?|mjs|sql|json)`;
const CITED_IN_CODE = new RegExp(String.raw`\x60(?:\.\/)?([\w()[\]./-]+${FILE_ENDING})\x60`, "g");
const CITED_PATH = new RegExp(
  String.raw`(?<![\w./*-])((?:@\/|\.\/)?[\w[\].-]+(?:\/[\w[\]().-]+)*${FILE_ENDING})\b`,
  "g",
);
const COMMENT_PATTERN = /(?:^\s*(?:\/\/|\*|--)|\/\*\*).*$/gm;
const MARKDOWN_LINK = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

function findCited(file: string, text: string): string[] {
  if (file.endsWith(".md")) return [...text.matchAll(CITED_IN_CODE)].map(([, name = ""]) => name);
  return [...text.matchAll(COMMENT_PATTERN)].flatMap(([line]) =>
    [...line.matchAll(CITED_PATH)].map(([, name = ""]) => name),
  );
}

/** Returns true if the path of a file ends with this name. Comments may omit the folders. */
const fileExists = (name: string) => {
  const end = name.replace(/^@?\.?\//, "");
  return files.some((file) => file === end || file.endsWith(`/${end}`)) || GENERATED_FILES.includes(path.basename(end));
};

it("all files named in documents and comments exist", () => {
  const textFiles = files.filter(
    (file) =>
      /\.(tsx?|mjs|sql|md)$/.test(file) && !/\/meta\/|cited-files\.test\.ts$/.test(file) && file !== RENAMES_FILE,
  );
  const missingFiles = textFiles.flatMap((file) =>
    findCited(file, readFileSync(file, "utf8"))
      // Excludes files of `helpline`, the example module of the tutorial docs/add-a-module.md.
      .filter((name) => !fileExists(name) && !/helpline/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missingFiles).toEqual([]);
});

it("all files linked in documents exist", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  const missingFiles = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(MARKDOWN_LINK)]
      .map(([, linkTarget = ""]) => path.posix.join(path.posix.dirname(file), linkTarget))
      .filter((linkTarget) => !existsSync(linkTarget))
      .map((linkTarget) => `${file}: ${linkTarget}`),
  );
  expect(missingFiles).toEqual([]);
  expect(documents.length).toBeGreaterThan(20);
});

it.each([
  ["docs/x.md", "as `lib/x.ts` says", ["lib/x.ts"]],
  ["lib/x.ts", "/** As it is there (lib/gone.ts). */", ["lib/gone.ts"]],
  ["lib/x.ts", "  // see ./gone.ts", ["./gone.ts"]],
  ["lib/x.ts", 'import { a } from "./b.ts";', []],
])("finds the files named in %s: %s", (file, text, names) => {
  expect(findCited(file, text)).toEqual(names);
});
