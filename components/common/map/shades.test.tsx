import { describe, expect, it } from "vitest";
import { NO_SHADE, SHADES, shadeOf, shadeRanges } from "./shades";

const rangesAsText = (values: Parameters<typeof shadeRanges>[0]) =>
  shadeRanges(values).map(({ from, to }) => [from, to]);

describe("ranges", () => {
  it("divides no values into no range of shades, and a single value into one", () => {
    expect(rangesAsText({})).toEqual([]);
    expect(rangesAsText({ Ikom: 0 })).toEqual([]);
    expect(rangesAsText({ Ikom: 4, Boki: 4 })).toEqual([[4, 4]]);
  });

  it("divides values into at most five shades, keeps small ones apart despite an outlier, and never splits equal ones", () => {
    const values = { Abi: 1, Biase: 1, Boki: 1, Etung: 2, Ikom: 3, Obudu: 4, Ogoja: 5, Yala: 6, Yakurr: 900 };
    const ranges = shadeRanges(values);
    expect(ranges.length).toBeLessThanOrEqual(5);
    expect(ranges.length).toBeGreaterThanOrEqual(4);
    for (const [index, { from, to }] of ranges.entries()) {
      expect(from).toBeLessThanOrEqual(to);
      expect(from).toBeGreaterThan(ranges[index - 1]?.to ?? 0);
    }
    expect(shadeOf(values.Abi, ranges)).toBe(ranges[0]?.shade);
    expect(shadeOf(values.Yakurr, ranges)).toBe(SHADES[4]);
  });

  it("returns no shade for an LGA without a value", () => {
    const ranges = shadeRanges({ Ikom: 3 });
    expect(shadeOf(undefined, ranges)).toBe(NO_SHADE);
    expect(shadeOf(0, ranges)).toBe(NO_SHADE);
    expect(shadeOf(3, ranges)).not.toBe(NO_SHADE);
  });
});
