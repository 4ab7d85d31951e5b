import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES, RECORDS } from "@/components/shell/records";
import { RECORD_KINDS } from "@/lib/contract/records";

const pages = new Set(
  readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
    .map((file) => `/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith("/page.tsx"))
    .map((file) => file.replace(/\/page\.tsx$/, "").replaceAll(/\/\([^)]+\)/g, "")),
);
const kinds = Object.entries(RECORD_KINDS);
const shown = kinds.flatMap(([type, { address, opens }]) =>
  address ? [{ type, path: address({ id: "an-id", name: "A name" }).replace(/\?.*/, ""), opens }] : [],
);
/** The page at an address, with the part in brackets that takes the record's id. */
const pageAt = (path: string) =>
  [...pages].find((page) => page.replace(/\[\w+\]$/, "an-id") === path && (page.endsWith("]") || page === path));

it("has a label of its own for every kind of record", () => {
  const labels = kinds.map(([, { label }]) => label);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});

it("leads to a page that exists, and names the call that reads the record", () => {
  expect(shown.filter(({ path }) => !pageAt(path)).map(({ type }) => type)).toEqual([]);
  expect(shown.filter(({ opens }) => !opens).map(({ type }) => type)).toEqual([]);
  expect(shown.length).toBeGreaterThan(20);
});

it("has an entry for every page of a single record", () => {
  const reached = new Set(shown.map(({ path }) => pageAt(path)));
  // Parts of a record's own page, and pages that are no record's: an account's, and what one person did.
  const others = /\/(check-in|closing-balances)$|\/wallets\/|\/user-activities\//;
  expect(Object.keys(RECORDS).filter((page) => !others.test(page) && !reached.has(page))).toEqual([]);
  expect(PAGES).not.toContain("an-id");
});
