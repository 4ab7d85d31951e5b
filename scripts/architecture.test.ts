import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ARCHITECTURE_FILE, drawArchitecture, importsBetweenAreas } from "./architecture.mjs";

it("docs/architecture.svg shows the current imports (to redraw it, run npm run architecture)", () => {
  expect(readFileSync(ARCHITECTURE_FILE, "utf8")).toBe(drawArchitecture());
});

it("the architecture diagram shows an added import as an arrow with the names of both areas", () => {
  const imports = importsBetweenAreas();
  expect(imports.get("components/ui")?.has("lib/queries")).toBe(false);
  imports.get("components/ui")?.add("lib/queries");
  const drawnPicture = drawArchitecture(imports);
  expect(drawnPicture).not.toBe(drawArchitecture());
  expect(drawnPicture).toContain("components/ui → lib/queries");
});

it("importsBetweenAreas lists the areas from which an area imports", () => {
  const importsFrom = (area: string) => [...(importsBetweenAreas().get(area) ?? [])];
  expect(importsFrom("lib/queries").sort()).toEqual(["lib", "lib/client", "lib/contract"]);
  expect(importsFrom("app")).toContain("components/<module>");
  expect(importsFrom("components/common")).not.toContain("components/<module>");
});
