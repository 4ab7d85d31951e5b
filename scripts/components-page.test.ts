import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "components", "app"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && existsSync(file));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));

/** Returns the files that a file imports, including lazy imports, excluding type imports. */
function importedFiles(file: string, tree: Map<string, string>): string[] {
  const code = (tree.get(file) ?? "").replaceAll(/import type [^;]+;/g, "");
  return [...code.matchAll(/(?:from |import\()"([^"]+)"/g)].flatMap(([, name = ""]) => {
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
    return [".ts", ".tsx"].map((end) => target + end).filter((candidate) => tree.has(candidate));
  });
}

function findLoadedFiles(page: string, tree = sources): Set<string> {
  const loadedFiles = new Set([page]);
  for (const file of loadedFiles) for (const next of importedFiles(file, tree)) loadedFiles.add(next);
  return loadedFiles;
}

const GALLERY_PAGE = "components/gallery/components-page.tsx";
const componentFiles = files.filter((file) => /^components\/(ui|common)\/.*\.tsx$/.test(file));

it("the page of all components shows every file of components/ui and components/common", () => {
  const shownFiles = findLoadedFiles(GALLERY_PAGE);
  expect(componentFiles.filter((file) => !shownFiles.has(file))).toEqual([]);
  expect(componentFiles.length).toBeGreaterThan(80);
});

it.each([
  ['import { New } from "@/components/ui/planted";', true],
  ['const load = () => import("@/components/ui/planted");', true],
  ['import type { New } from "@/components/ui/planted";', false],
])("counts a component as shown by the code %j only if this code loads the component", (code, isLoaded) => {
  const tree = new Map(sources).set("components/ui/planted.tsx", "").set(GALLERY_PAGE, code);
  expect(findLoadedFiles(GALLERY_PAGE, tree).has("components/ui/planted.tsx")).toBe(isLoaded);
});
