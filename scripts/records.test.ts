import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { FIXED_PAGES, RECORD_PAGES } from "@/components/shell/records";
import { RECORD_KINDS } from "@/lib/contract/records";

const pages = new Set(
  readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
    .map((file) => `/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith("/page.tsx"))
    .map((file) => file.replace(/\/page\.tsx$/, "").replaceAll(/\/\([^)]+\)/g, "")),
);
const kinds = Object.entries(RECORD_KINDS);
const kindsWithAddress = kinds.flatMap(([type, { address, opens }]) =>
  address ? [{ type, path: address({ id: "an-id", name: "A name" }).replace(/\?.*/, ""), opens }] : [],
);
/** Returns the URL of a page: replaces the dynamic segment of its route, such as `[userId]`, by the record's id. */
const pageOfPath = (path: string) =>
  [...pages].find((page) => page.replace(/\[\w+\]$/, "an-id") === path && (page.endsWith("]") || page === path));

it("every kind of record has a unique label", () => {
  const labels = kinds.map(([, { label }]) => label);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});

it("every kind with a URL has a page and names the call that reads it", () => {
  expect(kindsWithAddress.filter(({ path }) => !pageOfPath(path)).map(({ type }) => type)).toEqual([]);
  expect(kindsWithAddress.filter(({ opens }) => !opens).map(({ type }) => type)).toEqual([]);
  expect(kindsWithAddress.length).toBeGreaterThan(20);
});

it("every page of a single record has an entry in RECORD_PAGES", () => {
  const reachedPages = new Set(kindsWithAddress.map(({ path }) => pageOfPath(path)));
  // Parts of a record's page, and pages of an account or of one person's actions.
  const pagesWithoutRecord = /\/(check-in|closing-balances)$|\/wallets\/|\/user-activities\//;
  expect(Object.keys(RECORD_PAGES).filter((page) => !pagesWithoutRecord.test(page) && !reachedPages.has(page))).toEqual(
    [],
  );
  expect(FIXED_PAGES).not.toContain("an-id");
});
