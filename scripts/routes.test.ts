import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { MISSING_RECORD_CHECKS, STATIC_PAGE_SEGMENTS } from "@/components/shell/records";

const DASHBOARD_FOLDER = "app/(dashboard)";
/** Paths of the dashboard's pages, without route groups (folders in parentheses). */
const pagePaths = readdirSync(DASHBOARD_FOLDER, { recursive: true, encoding: "utf8" })
  .map((file) => `/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith("/page.tsx"))
  .map((file) => file.replace(/\/page\.tsx$/, "").replaceAll(/\/\([^)]+\)/g, ""));

it("MISSING_RECORD_CHECKS lists every page of a single record, so that a missing record returns 404", () => {
  expect(Object.keys(MISSING_RECORD_CHECKS).sort()).toEqual(pagePaths.filter((page) => page.includes("[")).sort());
});

it("FIXED_PAGES lists every static page next to pages of single records, so that its name is not read as an id", () => {
  const recordFolders = pagePaths
    .filter((page) => page.endsWith("]"))
    .map((page) => page.slice(0, page.lastIndexOf("/")));
  const siblingRoutes = recordFolders.flatMap((parent) =>
    pagePaths
      .filter((page) => page.startsWith(`${parent}/`) && !page.slice(parent.length).startsWith("/["))
      .map((page) => page.slice(parent.length + 1).split("/")[0] ?? ""),
  );
  expect([...new Set(siblingRoutes)].sort()).toEqual([...STATIC_PAGE_SEGMENTS]);
});
