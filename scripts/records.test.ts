import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { MISSING_RECORD_CHECKS, STATIC_PAGE_SEGMENTS } from "@/components/shell/records";
import { RECORD_KINDS, searchedListUrl } from "@/lib/contract/record-kinds";

const pagePaths = new Set(
  readdirSync("app/(dashboard)", { recursive: true, encoding: "utf8" })
    .map((file) => `/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith("/page.tsx"))
    .map((file) => file.replace(/\/page\.tsx$/, "").replaceAll(/\/\([^)]+\)/g, "")),
);
const recordKinds = Object.entries(RECORD_KINDS);
const recordKindsWithAddress = recordKinds.flatMap(([type, { address, opens }]) =>
  address ? [{ type, path: address({ id: "an-id", name: "A name" }).replace(/\?.*/, ""), opens }] : [],
);
/** Returns the route of a path: a static page, or one that ends with a parameter for the id, such as `[userId]`. */
const pageOfPath = (path: string) =>
  pagePaths.has(path)
    ? path
    : [...pagePaths].find((page) =>
        ["an-id", "settlement-float"].some((id) => page.endsWith("]") && page.replace(/\[\w+\]$/, id) === path),
      );

it("every kind of record has a unique label", () => {
  const labels = recordKinds.map(([, { label }]) => label);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});

it("every kind of record with a URL has a page and declares the call that reads the record", () => {
  expect(recordKindsWithAddress.filter(({ path }) => !pageOfPath(path)).map(({ type }) => type)).toEqual([]);
  expect(recordKindsWithAddress.filter(({ opens }) => !opens).map(({ type }) => type)).toEqual([]);
  expect(recordKindsWithAddress.length).toBeGreaterThan(20);
});

it("every searchable kind of record has a page with its list, except ledger entries", () => {
  const lists = recordKinds.flatMap(([type, { list }]) => (list ? [{ type, url: searchedListUrl(list, "x") }] : []));
  expect(lists.filter(({ url }) => !url).map(({ type }) => type)).toEqual(["ledger_entry"]);
  const listPaths = lists.flatMap(({ url }) => url?.replace(/\?.*/, "") ?? []);
  expect(listPaths.filter((path) => !pageOfPath(path))).toEqual([]);
  expect(listPaths.length).toBeGreaterThan(15);
});

it("every page of a single record belongs to a kind of record with a URL", () => {
  const reachedPages = new Set(recordKindsWithAddress.map(({ path }) => pageOfPath(path)));
  // Excludes pages that show no single record: tabs of a record's page, a ledger account, and one person's actions.
  const pagesWithoutRecord = /\/(check-in|closing-balances)$|\/wallets\/|\/user-activities\//;
  expect(
    Object.keys(MISSING_RECORD_CHECKS).filter((page) => !pagesWithoutRecord.test(page) && !reachedPages.has(page)),
  ).toEqual([]);
  expect(STATIC_PAGE_SEGMENTS).not.toContain("an-id");
});
