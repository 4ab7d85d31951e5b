import fc from "fast-check";
import { expect, it } from "vitest";
import { fastestOf } from "@/lib/server/testing/fastest-of";
import { fonts } from "./fonts";
import { fitting, printable } from "./printable";

const has = (codePoint: number) => codePoint < 0x250 || codePoint === 0x20a6 || codePoint === 0x1eb9;

it.each([
  ["plain", "plain"],
  ["  two\r\nlines\tand a tab ", "two lines and a tab"],
  ["over\u202eride\u2066 and\u200b zero\u200d width\ufeff", "override and zero width"],
  ["NUL\0bell\u0007", "NUL bell"],
  ["Ada 😀👩‍👩‍👧 Obi", "Ada □ Obi"],
  ["محمد", "□"],
  ["₦5 Ẹkaẹtẹ", "₦5 □kaẹtẹ"],
  ["e\u0301", "é"],
  ["half \ud800 a pair", "half a pair"],
  ["", ""],
])("%j is printed as %j", (text, expected) => {
  expect(printable(text, has)).toBe(expected);
});

it("a text of ten megabytes is cut before anything else is done with it", () => {
  const long = "😀a".repeat(3_500_000);
  expect(printable(long, has).length).toBeLessThanOrEqual(1_000);
  expect(fastestOf(5, () => printable(long, has))).toBeLessThan(100);
});

it("what does not fit ends with an ellipsis, and is never wider than its place", () => {
  const widthOf = (text: string) => Array.from(text).length;
  expect(fitting("Ada Obi", 7, widthOf)).toBe("Ada Obi");
  expect(fitting("Ada Obi", 5, widthOf)).toBe("Ada…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      expect(widthOf(fitting(text, width, widthOf))).toBeLessThanOrEqual(width);
      expect(widthOf(fitting(text, width, widthOf, " (WAL-1)"))).toBeLessThanOrEqual(width);
    }),
  );
});

it("a tail stays at the end of what is cut", () => {
  const widthOf = (text: string) => Array.from(text).length;
  expect(fitting("Fund", 12, widthOf, " (WAL-1)")).toBe("Fund (WAL-1)");
  expect(fitting("Fund Suspense", 14, widthOf, " (WAL-1)")).toBe("Fund… (WAL-1)");
  expect(fitting("Fund", 5, widthOf, " (WAL-1)")).toBe("Fund…");
});

it("the font has the naira sign and the letters of the state's languages, and digits of one width", async () => {
  for (const font of Object.values(await fonts())) {
    for (const letter of "₦ẸẹỌọṢṣŊŋñ•…–□")
      expect(font.hasGlyphForCodePoint(letter.codePointAt(0) as number), letter).toBe(true);
    const widths = Array.from("0123456789", (digit) => font.layout(digit).advanceWidth);
    expect(new Set(widths).size).toBe(1);
  }
});
