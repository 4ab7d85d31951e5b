import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawArchitecture, importsBetweenRooms, PICTURE } from "./architecture.mjs";

it("shows the current imports; after a new import between rooms, run npm run architecture and check the picture", () => {
  expect(readFileSync(PICTURE, "utf8")).toBe(drawArchitecture());
});

it("shows an added import between rooms, with both names", () => {
  const imports = importsBetweenRooms();
  expect(imports.get("components/ui")?.has("lib/queries")).toBe(false);
  imports.get("components/ui")?.add("lib/queries");
  const drawn = drawArchitecture(imports);
  expect(drawn).not.toBe(drawArchitecture());
  expect(drawn).toContain("components/ui → lib/queries");
});

it("finds the imports of a room", () => {
  const from = (room: string) => [...(importsBetweenRooms().get(room) ?? [])];
  expect(from("lib/queries").sort()).toEqual(["lib", "lib/client", "lib/contract"]);
  expect(from("app")).toContain("components/<module>");
  expect(from("components/common")).not.toContain("components/<module>");
});
