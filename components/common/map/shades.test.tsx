import { describe, expect, it } from "vitest";
import { MAP_SHADES, mapShadeOfValue, mapShadeRanges, NO_MAP_SHADE } from "./shades";

const rangesAsText = (values: Parameters<typeof mapShadeRanges>[0]) =>
  mapShadeRanges(values).map(({ from, to }) => [from, to]);

describe("ranges", () => {
  it("returns no range of map shades for no values, and one range for a single value", () => {
    expect(rangesAsText({})).toEqual([]);
    expect(rangesAsText({ Ikom: 0 })).toEqual([]);
    expect(rangesAsText({ Ikom: 4, Boki: 4 })).toEqual([[4, 4]]);
  });

  it("divides map values into at most five shades, gives small values different shades despite an outlier, and equal values the same shade", () => {
    const values = { Abi: 1, Biase: 1, Boki: 1, Etung: 2, Ikom: 3, Obudu: 4, Ogoja: 5, Yala: 6, Yakurr: 900 };
    const ranges = mapShadeRanges(values);
    expect(ranges.length).toBeLessThanOrEqual(5);
    expect(ranges.length).toBeGreaterThanOrEqual(4);
    for (const [index, { from, to }] of ranges.entries()) {
      expect(from).toBeLessThanOrEqual(to);
      expect(from).toBeGreaterThan(ranges[index - 1]?.to ?? 0);
    }
    expect(mapShadeOfValue(values.Abi, ranges)).toBe(ranges[0]?.shade);
    expect(mapShadeOfValue(values.Yakurr, ranges)).toBe(MAP_SHADES[4]);
  });

  it("returns no shade for an LGA without a value", () => {
    const ranges = mapShadeRanges({ Ikom: 3 });
    expect(mapShadeOfValue(undefined, ranges)).toBe(NO_MAP_SHADE);
    expect(mapShadeOfValue(0, ranges)).toBe(NO_MAP_SHADE);
    expect(mapShadeOfValue(3, ranges)).not.toBe(NO_MAP_SHADE);
  });
});
