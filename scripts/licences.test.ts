import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { licencesPage, PAGE } from "./licences.mjs";

it("stands in docs/licences.md as it is; after a change of packages: npm run licences, and read it", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(licencesPage());
});

it("names no library whose licence nobody knows", () => {
  expect(licencesPage()).not.toContain("not said");
});
