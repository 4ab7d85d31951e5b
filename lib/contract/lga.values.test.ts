import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNearLga, isNearState, lgaAt } from "./lga.values";
import { LGA_BOUNDARIES, LGA_LABEL_POINTS } from "./lga-boundaries.values";
import { LGAS } from "./lgas.values";
import { kilometresBetween } from "./place.values";

const UYO_POINT = [5.0377, 7.9128] as const;

describe("lgaAt", () => {
  it.each(LGAS.map((lga) => ({ lga, at: LGA_LABEL_POINTS[lga] })))(
    "lgaAt returns $lga for the position of its label on the map",
    ({ lga, at: [lng, lat] }) => {
      expect(lgaAt(lat, lng)).toBe(lga);
    },
  );

  it.each([
    ["Calabar, Watt Market", 4.9583, 8.3201, "Calabar Municipal|Calabar South"],
    ["Calabar, airport", 4.976, 8.3472, "Calabar Municipal"],
    ["Ikom", 5.9617, 8.7206, "Ikom"],
    ["Ogoja", 6.6548, 8.7977, "Ogoja"],
    ["Obudu", 6.6694, 9.1667, "Obudu"],
    ["Ugep", 5.8086, 8.0811, "Yakurr"],
    ["Akamkpa", 5.3125, 8.3542, "Akamkpa"],
    ["Odukpani", 5.1333, 8.3333, "Odukpani"],
  ])("lgaAt finds the LGA of %s", (_, lat, lng, lga) => {
    expect(lgaAt(lat, lng)).toMatch(new RegExp(`^(${lga})$`));
  });

  it.each([
    ["Uyo", ...UYO_POINT],
    ["Aba", 5.1066, 7.3667],
    ["Douala", 4.0511, 9.7679],
    ["Mamfe", 5.7513, 9.3137],
    ["nowhere", 0, 0],
    ["swapped coordinates", 8.3417, 4.9757],
    ["what is no number", Number.NaN, Number.NaN],
  ])("lgaAt returns null for %s", (_, lat, lng) => expect(lgaAt(lat, lng)).toBeNull());

  it("lgaAt assigns a place to at most one LGA", () => {
    const isWellInside = (lga: (typeof LGAS)[number], lat: number, lng: number) => isNearLga(lat, lng, lga, -1);
    const point = fc.record({
      lat: fc.double({ min: 4.6, max: 7, noNaN: true }),
      lng: fc.double({ min: 7.7, max: 9.5, noNaN: true }),
    });
    fc.assert(
      fc.property(point, ({ lat, lng }) => {
        expect(LGAS.filter((lga) => isWellInside(lga, lat, lng))).toEqual([lgaAt(lat, lng)].filter(Boolean));
      }),
      { numRuns: 500 },
    );
  });

  it("lgaAt assigns the middle of a shared border to one of the two LGAs", () => {
    const sideCounts = new Map<string, number>();
    for (const lga of LGAS) {
      const boundary = LGA_BOUNDARIES[lga];
      for (let index = 0; index + 3 < boundary.length; index += 2) {
        const sortedEnds = [boundary.slice(index, index + 2), boundary.slice(index + 2, index + 4)].sort(
          (a, b) => Number(a[0]) - Number(b[0]),
        );
        const key = sortedEnds.join(",");
        sideCounts.set(key, (sideCounts.get(key) ?? 0) + 1);
      }
    }
    const sharedSides = [...sideCounts].filter(([, times]) => times === 2).map(([key]) => key.split(",").map(Number));
    expect(sharedSides.length).toBe(343);
    for (const [lng1 = 0, lat1 = 0, lng2 = 0, lat2 = 0] of sharedSides)
      expect(lgaAt((lat1 + lat2) / 2, (lng1 + lng2) / 2)).not.toBeNull();
  });
});

describe("isNearLga and isNearState", () => {
  it("isNearLga and isNearState accept places inside the border, and places outside within the given distance", () => {
    expect(isNearLga(5.9617, 8.7206, "Ikom", 0)).toBe(true);
    expect(isNearLga(5.9617, 8.7206, "Calabar South", 50)).toBe(false);
    // Uyo is about 20 km west of Odukpani, outside the state.
    expect(isNearLga(...UYO_POINT, "Odukpani", 3)).toBe(false);
    expect(isNearLga(...UYO_POINT, "Odukpani", 30)).toBe(true);
    expect(isNearState(...UYO_POINT, 3)).toBe(false);
    expect(isNearState(...UYO_POINT, 30)).toBe(true);
  });

  it("isNearLga measures the distance to the nearest point of the border", () => {
    const boundary = LGA_BOUNDARIES.Ikom;
    const densePoints = Array.from({ length: boundary.length / 2 - 1 }, (_, index) =>
      Array.from({ length: 21 }, (__, step) => ({
        lng: (boundary[2 * index] ?? 0) * (1 - step / 20) + (boundary[2 * index + 2] ?? 0) * (step / 20),
        lat: (boundary[2 * index + 1] ?? 0) * (1 - step / 20) + (boundary[2 * index + 3] ?? 0) * (step / 20),
      })),
    ).flat();
    const pointsNear = fc.record({
      lat: fc.double({ min: 5.6, max: 6.6, noNaN: true }),
      lng: fc.double({ min: 8.2, max: 9.1, noNaN: true }),
    });
    fc.assert(
      fc.property(pointsNear, (randomPlace) => {
        fc.pre(lgaAt(randomPlace.lat, randomPlace.lng) !== "Ikom");
        const nearestKm = Math.min(...densePoints.map((point) => kilometresBetween(randomPlace, point)));
        expect(isNearLga(randomPlace.lat, randomPlace.lng, "Ikom", nearestKm * 1.005 + 0.01)).toBe(true);
        expect(isNearLga(randomPlace.lat, randomPlace.lng, "Ikom", nearestKm * 0.97 - 0.2)).toBe(false);
      }),
    );
  });
});
