import fc from "fast-check";
import { expect, it } from "vitest";
import { fastestRunMs } from "@/lib/server/testing/fastest-run";
import { loadFonts } from "./fonts";
import { sanitizeForPrint, truncateToWidth } from "./sanitize-text";

it.each([
  ["plain", "plain"],
  ["  two\r\nlines\tand a tab ", "two lines and a tab"],
  ["over\u202eride\u2066 and\u200b zero\u200d width\ufeff", "override and zero width"],
  ["NUL\0bell\u0007", "NUL bell"],
  ["Ada 😀👩‍👩‍👧 Obi❤️", "Ada 😀👩👩👧 Obi❤"],
  ["محمد", "محمد"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["a\u200cb\u200c محمد", "ab محمد"],
  ["₦5 Ẹkaẹtẹ", "₦5 Ẹkaẹtẹ"],
  ["e\u0301", "é"],
  ["half \ud800 a pair", "half a pair"],
  ["", ""],
])("sanitizeForPrint converts %j to %j", (text, expected) => {
  expect(sanitizeForPrint(text)).toBe(expected);
});

it("a PDF text of ten megabytes is truncated before it is printed", () => {
  const longText = "😀a".repeat(3_500_000);
  expect(Array.from(sanitizeForPrint(longText)).length).toBeLessThanOrEqual(1_000);
  expect(fastestRunMs(5, () => sanitizeForPrint(longText))).toBeLessThan(100);
});

it("a text that is too wide for its PDF column is shortened with an ellipsis", () => {
  const widthOf = (text: string) => Array.from(text).length;
  expect(truncateToWidth("Ada Obi", 7, widthOf)).toBe("Ada Obi");
  expect(truncateToWidth("Ada Obi", 5, widthOf)).toBe("Ada…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      expect(widthOf(truncateToWidth(text, width, widthOf))).toBeLessThanOrEqual(width);
      expect(widthOf(truncateToWidth(text, width, widthOf, " (WAL-1)"))).toBeLessThanOrEqual(width);
    }),
  );
});

it("shortening a text for a PDF keeps its end, such as a reference", () => {
  const widthOf = (text: string) => Array.from(text).length;
  expect(truncateToWidth("Fund", 12, widthOf, " (WAL-1)")).toBe("Fund (WAL-1)");
  expect(truncateToWidth("Fund Suspense", 14, widthOf, " (WAL-1)")).toBe("Fund… (WAL-1)");
  expect(truncateToWidth("Fund", 5, widthOf, " (WAL-1)")).toBe("Fund…");
});

it("the PDF font has the naira sign, the letters of the state's languages, and digits of equal width", async () => {
  for (const font of Object.values(await loadFonts())) {
    for (const letter of "₦ẸẹỌọṢṣŊŋñ•…–□")
      expect(font.hasGlyphForCodePoint(letter.codePointAt(0) as number), letter).toBe(true);
    const widths = Array.from("0123456789", (digit) => font.layout(digit).advanceWidth);
    expect(new Set(widths).size).toBe(1);
  }
});
