import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LICENCES_FILE, licencesPage } from "./licences.mjs";

it("docs/licences.md is current; after a change of packages, run npm run licences and check it", () => {
  expect(readFileSync(LICENCES_FILE, "utf8")).toBe(licencesPage());
});

it("every library has a known licence", () => {
  expect(licencesPage()).not.toContain("not said");
});
