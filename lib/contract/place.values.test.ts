import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundingBoxAround, gridCellOf, gridCellsAround, kilometresBetween } from "./place.values";

const calabar = { lat: 4.9757, lng: 8.3417 };
const ikom = { lat: 5.9617, lng: 8.7206 };

/** Places around the state, and slightly across the equator and the Greenwich meridian. */
const arbitraryPoint = fc.record({
  lat: fc.double({ min: -1, max: 8, noNaN: true }),
  lng: fc.double({ min: -1, max: 11, noNaN: true }),
});

describe("kilometresBetween", () => {
  it("kilometresBetween returns the distance over the earth's surface", () => {
    expect(kilometresBetween(calabar, ikom)).toBeCloseTo(117.3, 0);
    expect(kilometresBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(111.195, 3);
    expect(kilometresBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(20_015.1, 1);
  });

  it("kilometresBetween is symmetric, and zero for equal places", () => {
    fc.assert(
      fc.property(arbitraryPoint, arbitraryPoint, (a, b) => {
        expect(kilometresBetween(a, a)).toBe(0);
        expect(kilometresBetween(a, b)).toBe(kilometresBetween(b, a));
      }),
    );
  });
});

describe("grid cells", () => {
  it("grid cells are 0.02 degrees wide and high, and their numbers fit PostgreSQL's integer", () => {
    expect(gridCellOf(5.001, 8.001)).toBe(gridCellOf(5.019, 8.019));
    expect(
      new Set([gridCellOf(5.001, 8.001), gridCellOf(5.021, 8.001), gridCellOf(5.001, 8.021), gridCellOf(5.021, 8.021)])
        .size,
    ).toBe(4);
    expect(gridCellOf(-90, -180)).toBe(0);
    expect(gridCellOf(90, 180)).toBeLessThan(2 ** 31);
    expect(gridCellOf(5.001, 180)).not.toBe(gridCellOf(5.021, -180));
  });

  it("the grid cells and the bounding box around a point contain every place within the given distance", () => {
    fc.assert(
      fc.property(
        arbitraryPoint,
        fc.double({ min: 0, max: 60, noNaN: true }),
        // Generates integers, because most random doubles are close to zero.
        fc.integer({ min: 0, max: 359 }).map((degrees) => (degrees * Math.PI) / 180),
        fc.integer({ min: 0, max: 1_000 }).map((fraction) => fraction / 1_000),
        (centre, km, direction, fraction) => {
          const distanceDegrees = (km * fraction) / 111.195;
          const east = (distanceDegrees * Math.sin(direction)) / Math.cos((centre.lat * Math.PI) / 180);
          const otherPlace = { lat: centre.lat + distanceDegrees * Math.cos(direction), lng: centre.lng + east };
          fc.pre(kilometresBetween(centre, otherPlace) <= km);
          expect(gridCellsAround(centre.lat, centre.lng, km)).toContain(gridCellOf(otherPlace.lat, otherPlace.lng));
          const box = boundingBoxAround(centre.lat, centre.lng, km);
          expect([otherPlace.lat >= box.south, otherPlace.lat <= box.north]).toEqual([true, true]);
          expect([otherPlace.lng >= box.west, otherPlace.lng <= box.east]).toEqual([true, true]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("grid cells around a point all touch the circle, are unique and sorted", () => {
    fc.assert(
      fc.property(arbitraryPoint, fc.double({ min: 0, max: 30, noNaN: true }), ({ lat, lng }, km) => {
        const cells = gridCellsAround(lat, lng, km);
        expect(cells).toEqual([...new Set(cells)].sort((a, b) => a - b));
        for (const cell of cells) {
          const south = Math.floor(cell / 18_001) / 50 - 90;
          const west = (cell % 18_001) / 50 - 180;
          const nearest = {
            lat: Math.max(south, Math.min(south + 0.02, lat)),
            lng: Math.max(west, Math.min(west + 0.02, lng)),
          };
          expect(kilometresBetween({ lat, lng }, nearest)).toBeLessThanOrEqual(km * 1.002 + 0.002);
        }
      }),
    );
  });

  it("grid cells around a point are few: four for 1 km, fewer than 350 for 20 km", () => {
    expect(gridCellsAround(calabar.lat, calabar.lng, 0)).toEqual([gridCellOf(calabar.lat, calabar.lng)]);
    expect(gridCellsAround(calabar.lat, calabar.lng, 1).length).toBeLessThanOrEqual(4);
    expect(gridCellsAround(calabar.lat, calabar.lng, 20).length).toBeLessThan(350);
  });
});
