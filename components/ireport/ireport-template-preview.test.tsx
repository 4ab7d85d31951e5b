import { expect, it } from "vitest";
import { piecesOf, unknownIn } from "./ireport-template-preview";

it("fills in known placeholders, and keeps everything else as written", () => {
  const text = "Dear {name},\n{number} ({title}): {date} {Name} { name } {}{{name}} {never closed";
  expect(
    piecesOf(text)
      .map(({ text: words }) => words)
      .join(""),
  ).toBe(
    "Dear Ada Obi,\nIR-000301 (Street light out on Marian Road): {date} {Name} { name } {}{Ada Obi} {never closed",
  );
  expect(unknownIn(text)).toEqual(["{date}", "{Name}", "{ name }", "{}"]);
  expect(unknownIn("{name}, {name}")).toEqual([]);
});
