import { expect, it } from "vitest";
import { findUnknownPlaceholders, splitPlaceholders } from "./ireport-template-preview";

it("fills in known placeholders in a template's preview, and keeps everything else as written", () => {
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
