import { describe, expect, it } from "vitest";
import { FIT, fitOf, held, turnedBy, zoomedAt } from "./pan-zoom";

const stage = { width: 824, height: 524 };
const card = { width: 1_600, height: 1_000 };

describe("zoom", () => {
  it("keeps the point under the pointer in place", () => {
    const at = { x: 120, y: -60 };
    const view = { ...FIT, zoom: 1.5, x: 10, y: 20 };
    const closer = zoomedAt(view, 2, at);
    // Point of the picture under the pointer, in picture pixels at zoom 1.
    const seen = (v: typeof view) => [(at.x - v.x) / v.zoom, (at.y - v.y) / v.zoom];
    expect(seen(closer)).toEqual(seen(view));
    expect(closer.zoom).toBe(3);
  });

  it("limits the zoom to between the fit and eight times", () => {
    expect(zoomedAt(FIT, 0.2, { x: 90, y: 90 })).toEqual(FIT);
    expect(zoomedAt({ ...FIT, zoom: 6 }, 9, { x: 0, y: 0 }).zoom).toBe(8);
  });
});

describe("placing a picture in the viewer", () => {
  it("fits entirely, also rotated, and is scaled up by 1.5 at most", () => {
    expect(fitOf(card, stage, 0)).toBe(0.5);
    expect(fitOf(card, stage, 1)).toBe(500 / 1_600);
    expect(fitOf({ width: 100, height: 100 }, stage, 0)).toBe(1.5);
  });

  it("is centred while it fits, and covers the stage when it is larger", () => {
    expect(held({ ...FIT, x: 300, y: 300 }, card, stage)).toEqual(FIT);
    expect(held({ ...FIT, zoom: 2, x: 5_000, y: -5_000 }, card, stage)).toMatchObject({ x: 400, y: -250 });
  });

  describe("when the picture is long", () => {
    const chat = { width: 1_080, height: 12_000 };
    const panorama = { width: 6_000, height: 1_200 };
    const first = held(FIT, chat, stage);

    it("fits by its shorter side and starts at its beginning", () => {
      expect(fitOf(chat, stage, 0)).toBeCloseTo(800 / 1_080);
      expect(first).toMatchObject({ zoom: 1, x: 0 });
      expect(first.y).toBeCloseTo((12_000 * (800 / 1_080) - 500) / 2);
      expect(fitOf(panorama, stage, 0)).toBeCloseTo(500 / 1_200);
      expect(held(FIT, panorama, stage).x).toBeCloseTo((6_000 * (500 / 1_200) - 800) / 2);
    });

    it("is not scaled up when it is narrower than the stage", () => {
      expect(fitOf({ width: 300, height: 3_000 }, stage, 0)).toBe(1);
    });

    it("can be zoomed out until it fits entirely", () => {
      const least = first.least ?? 1;
      expect(least * fitOf(chat, stage, 0)).toBeCloseTo(500 / 12_000);
      const whole = held(zoomedAt(first, 0.001, { x: 0, y: 0 }), chat, stage);
      expect(whole).toMatchObject({ zoom: least, x: 0, y: 0 });
    });

    it("stays where it was moved to, and returns to its beginning after Fit", () => {
      const moved = held({ ...first, y: first.y - 2_000 }, chat, stage);
      expect(moved.y).toBe(first.y - 2_000);
      expect(held(moved, chat, stage)).toEqual(moved);
      expect(held(FIT, chat, stage)).toEqual(first);
    });

    it("fits entirely if its longer side is at most three times the shorter one", () => {
      expect(held(FIT, { width: 400, height: 1_200 }, stage).least).toBeUndefined();
      expect(fitOf({ width: 1_080, height: 2_400 }, stage, 0)).toBeCloseTo(500 / 2_400);
    });
  });

  it("returns to its first view after four rotations, and rotates around the centre of the stage", () => {
    const view = { zoom: 2, x: 100, y: 40, quarters: 0 };
    expect(turnedBy(view, 1)).toMatchObject({ x: -40, y: 100, quarters: 1 });
    expect([1, 1, 1, 1].reduce((at) => turnedBy(at, 1), view)).toEqual(view);
    expect(turnedBy(turnedBy(view, -1), 1)).toEqual(view);
  });
});
