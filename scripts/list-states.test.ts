import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = new Map(
  ["app", "components"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file.replaceAll("\\", "/")}`,
      ),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, "utf8")] as const),
);
const argumentsOf = (name: string, sources: string[]) =>
  sources.flatMap((source) => [...source.matchAll(new RegExp(`${name}\\((\\w+)`, "g"))].map(([, list = ""]) => list));

/** Returns a file of components/ and all files of components/ that it imports directly, indirectly or lazily. */
function componentsOf(file: string, found = new Set<string>()): Set<string> {
  const source = files.get(file) ?? "";
  const folder = file.replace(/[^/]+$/, "");
  for (const [, path = ""] of source.matchAll(/(?:from |import\()"((?:@\/components|\.)\/[^"]+)"/g)) {
    const base = path.startsWith("./") ? folder + path.slice(2) : path.slice(2);
    const imported = [`${base}.tsx`, `${base}.ts`].find((each) => files.has(each));
    if (!imported || found.has(imported)) continue;
    found.add(imported);
    componentsOf(imported, found);
  }
  return found;
}

const pages = [...files.keys()].filter((file) => /\/page\.tsx$/.test(file));
const prefetched = pages.flatMap((page) =>
  argumentsOf("readListState", [files.get(page) ?? ""]).map((list) => ({ page, list })),
);

it("the source code has more than 35 pages that prefetch a list", () => expect(prefetched.length).toBeGreaterThan(35));

it.each(prefetched)(
  "$page prefetches $list and renders the screen that reads this list's state from the URL",
  ({ page, list }) => {
    const sources = [...componentsOf(page)].map((file) => files.get(file) ?? "");
    expect(argumentsOf("useListParams", sources)).toContain(list);
  },
);

it("no two screens read the same list's state from the URL", () => {
  const used = [...files.values()].flatMap((source) => [...new Set(argumentsOf("useListParams", [source]))]);
  expect(used.filter((list, at) => used.indexOf(list) !== at)).toEqual([]);
});

it("links to the approvals have a view in the URL, because without a view the list opens with the filters used last", () => {
  const bare = [...files].filter(([, source]) => source.includes('"/dashboard/approvals"'));
  expect(bare.map(([file]) => file)).toEqual(["app/(dashboard)/dashboard/approvals/page.tsx"]);
});

it("links from figures and links to all rows have a URL parameter, because without a parameter a list opens with its last filters", () => {
  const bareLink = /<StatTile\b[^>]*? href=\{[A-Z]\w*\}|\ball=\{\{ href: [A-Z]\w*,/;
  expect([...files].filter(([, source]) => bareLink.test(source)).map(([file]) => file)).toEqual([]);
});
