import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES, RECORDS } from "@/components/shell/records";

const ROOT = "app/(dashboard)";
/** The dashboard's pages by their addresses: folders in parentheses are no part of them. */
const pages = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .map((file) => `/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith("/page.tsx"))
  .map((file) => file.replace(/\/page\.tsx$/, "").replaceAll(/\/\([^)]+\)/g, ""));

it("every page of one record is known to the check that answers 404 before the first byte", () => {
  expect(Object.keys(RECORDS).sort()).toEqual(pages.filter((page) => page.includes("[")).sort());
});

it("a page beside those of single records is not taken for an id", () => {
  const parents = pages.filter((page) => page.endsWith("]")).map((page) => page.slice(0, page.lastIndexOf("/")));
  const beside = parents.flatMap((parent) =>
    pages
      .filter((page) => page.startsWith(`${parent}/`) && !page.slice(parent.length).startsWith("/["))
      .map((page) => page.slice(parent.length + 1).split("/")[0] ?? ""),
  );
  expect([...new Set(beside)].sort()).toEqual([...PAGES]);
});
