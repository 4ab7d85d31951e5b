import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawArchitecture, importsBetweenRooms, PICTURE } from "./architecture.mjs";

it("shows the imports as they are; after a new one between two rooms: npm run architecture, and look at it", () => {
  expect(readFileSync(PICTURE, "utf8")).toBe(drawArchitecture());
});

it("changes with an import between rooms, and names both", () => {
  const imports = importsBetweenRooms();
  expect(imports.get("components/ui")?.has("lib/queries")).toBe(false);
  imports.get("components/ui")?.add("lib/queries");
  const drawn = drawArchitecture(imports);
  expect(drawn).not.toBe(drawArchitecture());
  expect(drawn).toContain("components/ui → lib/queries");
});

it("knows what is imported from where", () => {
  const from = (room: string) => [...(importsBetweenRooms().get(room) ?? [])];
  expect(from("lib/queries").sort()).toEqual(["lib", "lib/client", "lib/contract"]);
  expect(from("app")).toContain("components/<module>");
  expect(from("components/common")).not.toContain("components/<module>");
});
