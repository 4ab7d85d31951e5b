import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LICENCES_FILE, licencesMarkdown } from "./licences.mjs";

it("docs/licences.md matches the installed packages (to update it, run npm run licences and check the result)", () => {
  expect(readFileSync(LICENCES_FILE, "utf8")).toBe(licencesMarkdown());
});

it("every library has a known licence", () => {
  expect(licencesMarkdown()).not.toContain("not said");
});
