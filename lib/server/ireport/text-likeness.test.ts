import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textSimilarity, wordsOfReportText } from "./text-likeness";

const likenessOfTexts = (left: string, right: string) =>
  textSimilarity(wordsOfReportText(left), wordsOfReportText(right));

describe("the similarity of two texts", () => {
  it("the similarity of two texts is high for the same problem in different words, and low for different problems", () => {
    const potholeText = "Big potholes at Watt Market roundabout, keke riders are swerving";
    expect(
      likenessOfTexts(potholeText, "The pothole at the roundabout of Watt Market is getting bigger"),
    ).toBeGreaterThan(0.4);
    expect(likenessOfTexts(potholeText, "No water in Ugep since Monday, the borehole pump is bad")).toBeLessThan(0.15);
  });

  it("ignores case, accents, plurals and stop words when comparing texts", () => {
    expect(likenessOfTexts("FLOODED gutters near Èfùt street", "flooding gutter near efut street")).toBe(1);
    expect(wordsOfReportText("it is at the and of to please sir")).toEqual(new Set());
  });

  it("the similarity of two texts with only one common word is low", () => {
    expect(likenessOfTexts("Pothole", "Pothole in Obudu on the ranch road")).toBe(0.25);
    expect(likenessOfTexts("", "")).toBe(0);
  });

  it("the similarity of two texts is the same in both directions, from 0 to 1, and 1 for equal texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        const likeness = likenessOfTexts(left, right);
        expect(likeness).toBe(likenessOfTexts(right, left));
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        if (wordsOfReportText(left).size >= 4) expect(likenessOfTexts(left, left)).toBe(1);
      }),
    );
  });
});
