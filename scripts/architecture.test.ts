import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawArchitecture, importsBetweenAreas, PICTURE_FILE } from "./architecture.mjs";

it("shows the current imports; after a new import between areas, run npm run architecture and check the picture", () => {
  expect(readFileSync(PICTURE_FILE, "utf8")).toBe(drawArchitecture());
});

it("shows an added import between two areas, with the names of both", () => {
  const imports = importsBetweenAreas();
  expect(imports.get("components/ui")?.has("lib/queries")).toBe(false);
  imports.get("components/ui")?.add("lib/queries");
  const drawnPicture = drawArchitecture(imports);
  expect(drawnPicture).not.toBe(drawArchitecture());
  expect(drawnPicture).toContain("components/ui → lib/queries");
});

it("finds the areas from which an area imports", () => {
  const importsFrom = (area: string) => [...(importsBetweenAreas().get(area) ?? [])];
  expect(importsFrom("lib/queries").sort()).toEqual(["lib", "lib/client", "lib/contract"]);
  expect(importsFrom("app")).toContain("components/<module>");
  expect(importsFrom("components/common")).not.toContain("components/<module>");
});
