import { describe, expect, it } from "vitest";
import { fitScale, INITIAL_VIEW, limitView, rotateView, zoomAt } from "./pan-zoom";

const stage = { width: 824, height: 524 };
const card = { width: 1_600, height: 1_000 };

describe("zoom", () => {
  it("keeps the point of the picture under the pointer in place during zoom", () => {
    const point = { x: 120, y: -60 };
    const view = { ...INITIAL_VIEW, zoom: 1.5, x: 10, y: 20 };
    const zoomed = zoomAt(view, 2, point);
    // Returns the point of the picture under the pointer, in pixels at zoom 1.
    const pointInPicture = (v: typeof view) => [(point.x - v.x) / v.zoom, (point.y - v.y) / v.zoom];
    expect(pointInPicture(zoomed)).toEqual(pointInPicture(view));
    expect(zoomed.zoom).toBe(3);
  });

  it("limits a picture's zoom to between the fit and eight times the fit", () => {
    expect(zoomAt(INITIAL_VIEW, 0.2, { x: 90, y: 90 })).toEqual(INITIAL_VIEW);
    expect(zoomAt({ ...INITIAL_VIEW, zoom: 6 }, 9, { x: 0, y: 0 }).zoom).toBe(8);
  });
});

describe("placing a picture in the viewer", () => {
  it("fits a picture entirely into the stage, also rotated, and scales it up by 1.5 at most", () => {
    expect(fitScale(card, stage, 0)).toBe(0.5);
    expect(fitScale(card, stage, 1)).toBe(500 / 1_600);
    expect(fitScale({ width: 100, height: 100 }, stage, 0)).toBe(1.5);
  });

  it("centres a picture that fits, and covers the stage with a larger one", () => {
    expect(limitView({ ...INITIAL_VIEW, x: 300, y: 300 }, card, stage)).toEqual(INITIAL_VIEW);
    expect(limitView({ ...INITIAL_VIEW, zoom: 2, x: 5_000, y: -5_000 }, card, stage)).toMatchObject({
      x: 400,
      y: -250,
    });
  });

  describe("when the picture is long", () => {
    const longPicture = { width: 1_080, height: 12_000 };
    const widePicture = { width: 6_000, height: 1_200 };
    const first = limitView(INITIAL_VIEW, longPicture, stage);

    it("fits a long picture by its shorter side and starts at its beginning", () => {
      expect(fitScale(longPicture, stage, 0)).toBeCloseTo(800 / 1_080);
      expect(first).toMatchObject({ zoom: 1, x: 0 });
      expect(first.y).toBeCloseTo((12_000 * (800 / 1_080) - 500) / 2);
      expect(fitScale(widePicture, stage, 0)).toBeCloseTo(500 / 1_200);
      expect(limitView(INITIAL_VIEW, widePicture, stage).x).toBeCloseTo((6_000 * (500 / 1_200) - 800) / 2);
    });

    it("does not scale up a long picture that is narrower than the stage", () => {
      expect(fitScale({ width: 300, height: 3_000 }, stage, 0)).toBe(1);
    });

    it("zooms out of a long picture until it fits entirely", () => {
      const minZoom = first.least ?? 1;
      expect(minZoom * fitScale(longPicture, stage, 0)).toBeCloseTo(500 / 12_000);
      const zoomedOut = limitView(zoomAt(first, 0.001, { x: 0, y: 0 }), longPicture, stage);
      expect(zoomedOut).toMatchObject({ zoom: minZoom, x: 0, y: 0 });
    });

    it("keeps a long picture where it was moved to, and returns to its beginning after Fit", () => {
      const moved = limitView({ ...first, y: first.y - 2_000 }, longPicture, stage);
      expect(moved.y).toBe(first.y - 2_000);
      expect(limitView(moved, longPicture, stage)).toEqual(moved);
      expect(limitView(INITIAL_VIEW, longPicture, stage)).toEqual(first);
    });

    it("fits a picture entirely if its longer side is at most three times the shorter one", () => {
      expect(limitView(INITIAL_VIEW, { width: 400, height: 1_200 }, stage).least).toBeUndefined();
      expect(fitScale({ width: 1_080, height: 2_400 }, stage, 0)).toBeCloseTo(500 / 2_400);
    });
  });

  it("returns a picture to its first view after four rotations, and rotates around the centre of the stage", () => {
    const view = { zoom: 2, x: 100, y: 40, quarters: 0 };
    expect(rotateView(view, 1)).toMatchObject({ x: -40, y: 100, quarters: 1 });
    expect([1, 1, 1, 1].reduce((point) => rotateView(point, 1), view)).toEqual(view);
    expect(rotateView(rotateView(view, -1), 1)).toEqual(view);
  });
});
