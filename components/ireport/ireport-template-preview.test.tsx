import { expect, it } from "vitest";
import { findUnknownPlaceholders, splitPlaceholders } from "./ireport-template-preview";

it("the preview of a reply template fills in known placeholders, and keeps all other text unchanged", () => {
  const text = "Dear {name},\n{number} ({title}): {date} {Name} { name } {}{{name}} {never closed";
  expect(
    splitPlaceholders(text)
      .map(({ text: words }) => words)
      .join(""),
  ).toBe(
    "Dear Ada Obi,\nIR-000301 (Street light out on Marian Road): {date} {Name} { name } {}{Ada Obi} {never closed",
  );
  expect(findUnknownPlaceholders(text)).toEqual(["{date}", "{Name}", "{ name }", "{}"]);
  expect(findUnknownPlaceholders("{name}, {name}")).toEqual([]);
});
