import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawArchitecture, importsBetweenAreas, PICTURE } from "./architecture.mjs";

it("shows the current imports; after a new import between rooms, run npm run architecture and check the picture", () => {
  expect(readFileSync(PICTURE, "utf8")).toBe(drawArchitecture());
});

it("shows an added import between rooms, with both names", () => {
  const imports = importsBetweenAreas();
  expect(imports.get("components/ui")?.has("lib/queries")).toBe(false);
  imports.get("components/ui")?.add("lib/queries");
  const drawnPicture = drawArchitecture(imports);
  expect(drawnPicture).not.toBe(drawArchitecture());
  expect(drawnPicture).toContain("components/ui → lib/queries");
});

it("finds the rooms from which a room imports", () => {
  const importsFrom = (area: string) => [...(importsBetweenAreas().get(area) ?? [])];
  expect(importsFrom("lib/queries").sort()).toEqual(["lib", "lib/client", "lib/contract"]);
  expect(importsFrom("app")).toContain("components/<module>");
  expect(importsFrom("components/common")).not.toContain("components/<module>");
});
