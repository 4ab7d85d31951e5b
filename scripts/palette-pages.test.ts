import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { matchesPageQuery, permittedPalettePages } from "@/components/shell/palette-pages";
import { FEATURES, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";
import { MODULES, type Module } from "@/lib/modules";

const makeRights = (flags: readonly PermissionFlag[], features: readonly string[] = FEATURES) =>
  features.map((name) => ({
    name,
    access: Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<
      PermissionFlag,
      boolean
    >,
  }));
const ALL_PAGES = permittedPalettePages(makeRights(PERMISSION_FLAGS));
const modules: readonly Module[] = MODULES;
const listFilesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file));

/** Static pages of the dashboard, with their browser titles. */
const ROUTE_PAGES = listFilesBelow("app/(dashboard)")
  .filter((file) => path.basename(file) === "page.tsx" && !file.includes("["))
  .map((file) => ({
    url: `/${path
      .dirname(file)
      .split(path.sep)
      .slice(1)
      .filter((part) => !part.startsWith("("))
      .join("/")}`,
    title: /title: "([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1] ?? "",
  }));
/** Files whose tabs the command box does not list: screens of single records, and the page of all components. */
const RECORD_SCREENS = /(user|event|promotion)-screen\.tsx$|components\/gallery\//;
const TAB_TITLES = listFilesBelow("components")
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx") && !RECORD_SCREENS.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .filter((source) => source.includes("<TabLinks") || source.includes("const VIEWS"))
  .flatMap((source) => [...source.matchAll(/\{ (?:view: "\w+", )?label: "([^"]+)"/g)].map(([, label = ""]) => label));

/** Name in the command box by title of a page or tab, where the two differ. */
const TITLE_ALIASES: Record<string, string> = {
  "By user": "Activity Logs",
  Questions: "Faq",
  Slides: "Sliders",
  Slider: "Sliders",
  Culture: "Cultures",
  "Versions and draft": "Terms & Conditions",
  "Terms & Condition": "Terms & Conditions",
};

describe("the command box", () => {
  it("the source code has more than 40 pages and 20 tabs to test", () => {
    expect(ROUTE_PAGES.length).toBeGreaterThan(40);
    expect(TAB_TITLES.length).toBeGreaterThan(20);
  });

  it.each(ROUTE_PAGES)("the command box finds $url by its title “$title”", ({ url, title }) => {
    const foundPages = ALL_PAGES.filter((page) => matchesPageQuery(TITLE_ALIASES[title] ?? title, page));
    expect(foundPages.map((page) => page.url.split("?")[0])).toContain(url);
  });

  it.each(TAB_TITLES)("the command box finds the tab “%s”", (label) => {
    expect(ALL_PAGES.filter((page) => matchesPageQuery(TITLE_ALIASES[label] ?? label, page))).not.toEqual([]);
  });

  it.each(modules)("the command box finds the module $name by its name", ({ name, url }) => {
    expect(ALL_PAGES.filter((page) => matchesPageQuery(name, page)).map((page) => page.url.split("?")[0])).toContain(
      url,
    );
  });

  it("the command box lists each page once, and only existing URLs", () => {
    expect(new Set(ALL_PAGES.map(({ label }) => label)).size).toBe(ALL_PAGES.length);
    expect(new Set(ALL_PAGES.map(({ url }) => url)).size).toBe(ALL_PAGES.length);
    const knownUrls = ROUTE_PAGES.map(({ url }) => url);
    const unknownUrls = ALL_PAGES.map(({ url }) => url.split("?")[0] ?? "").filter((url) => !knownUrls.includes(url));
    expect(unknownUrls.filter((url) => !/^\/dashboard\/wallets\/[a-z-]+(\/closing-balances)?$/.test(url))).toEqual([]);
  });

  it("the command box omits pages without the read right, and forms that the admin may not submit", () => {
    const events = permittedPalettePages(makeRights(["read"], ["Events"])).map(({ label }) => label.split(":")[0]);
    expect([...new Set(events)]).toEqual(["Dashboard", "Events", "Approvals", "My account"]);
    const newRecordPages = ALL_PAGES.filter(({ url }) => url.endsWith("/new"));
    expect(newRecordPages).toHaveLength(4);
    const readableUrls = permittedPalettePages(makeRights(["read"])).map(({ url }) => url);
    expect(newRecordPages.filter(({ url }) => readableUrls.includes(url))).toEqual([]);
  });
});
