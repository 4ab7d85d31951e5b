import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isFound, pagesFor } from "@/components/shell/palette-pages";
import { FEATURES, FLAGS, type Flag } from "@/lib/contract/access";
import { MODULES, type Module } from "@/lib/modules";

const rightsOf = (flags: readonly Flag[], features: readonly string[] = FEATURES) =>
  features.map((name) => ({
    name,
    access: Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<Flag, boolean>,
  }));
const ALL = pagesFor(rightsOf(FLAGS));
const modules: readonly Module[] = MODULES;
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file));

/** Static pages of the dashboard, with their browser titles. */
const PAGES = filesOf("app/(dashboard)")
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
/** Labels of tabs and views. Skips screens of single records, and the samples on the page of all components. */
const OF_RECORDS = /(user|event|promotion)-screen\.tsx$|components\/gallery\//;
const TABS = filesOf("components")
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx") && !OF_RECORDS.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .filter((source) => source.includes("<TabLinks") || source.includes("const VIEWS"))
  .flatMap((source) => [...source.matchAll(/\{ (?:view: "\w+", )?label: "([^"]+)"/g)].map(([, label = ""]) => label));

/** Other names of pages: the first view of a page has the page's own name. */
const SAME: Record<string, string> = {
  "By user": "Activity Logs",
  Questions: "Faq",
  Slides: "Sliders",
  Slider: "Sliders",
  Culture: "Cultures",
  "Versions and draft": "Terms & Conditions",
  "Terms & Condition": "Terms & Conditions",
};

describe("the command box", () => {
  it("has pages and tabs to test", () => {
    expect(PAGES.length).toBeGreaterThan(40);
    expect(TABS.length).toBeGreaterThan(20);
  });

  it.each(PAGES)("finds $url as “$title”", ({ url, title }) => {
    const found = ALL.filter((page) => isFound(SAME[title] ?? title, page));
    expect(found.map((page) => page.url.split("?")[0])).toContain(url);
  });

  it.each(TABS)("finds the tab “%s”", (label) => {
    expect(ALL.filter((page) => isFound(SAME[label] ?? label, page))).not.toEqual([]);
  });

  it.each(modules)("finds $name by its name", ({ name, url }) => {
    expect(ALL.filter((page) => isFound(name, page)).map((page) => page.url.split("?")[0])).toContain(url);
  });

  it("lists each page once, and only existing URLs", () => {
    expect(new Set(ALL.map(({ label }) => label)).size).toBe(ALL.length);
    expect(new Set(ALL.map(({ url }) => url)).size).toBe(ALL.length);
    const known = PAGES.map(({ url }) => url);
    const unknown = ALL.map(({ url }) => url.split("?")[0] ?? "").filter((url) => !known.includes(url));
    expect(unknown.filter((url) => !/^\/dashboard\/wallets\/[a-z-]+(\/closing-balances)?$/.test(url))).toEqual([]);
  });

  it("omits pages without the read right, and forms without the right to send them", () => {
    const events = pagesFor(rightsOf(["read"], ["Events"])).map(({ label }) => label.split(":")[0]);
    expect([...new Set(events)]).toEqual(["Dashboard", "Events", "Approvals", "My account"]);
    const forms = ALL.filter(({ url }) => url.endsWith("/new"));
    expect(forms).toHaveLength(4);
    const readable = pagesFor(rightsOf(["read"])).map(({ url }) => url);
    expect(forms.filter(({ url }) => readable.includes(url))).toEqual([]);
  });
});
