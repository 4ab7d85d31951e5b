import { describe, expect, it } from "vitest";
import { INITIAL_PICTURE_VIEW, limitPictureView, pictureFitScale, rotatePictureView, zoomPictureAt } from "./pan-zoom";

const stage = { width: 824, height: 524 };
const card = { width: 1_600, height: 1_000 };

describe("zoom", () => {
  it("keeps the point of the picture under the pointer in place during zoom", () => {
    const point = { x: 120, y: -60 };
    const view = { ...INITIAL_PICTURE_VIEW, zoom: 1.5, x: 10, y: 20 };
    const zoomed = zoomPictureAt(view, 2, point);
    // Returns the point of the picture under the pointer, in pixels at zoom 1.
    const pointInPicture = (v: typeof view) => [(point.x - v.x) / v.zoom, (point.y - v.y) / v.zoom];
    expect(pointInPicture(zoomed)).toEqual(pointInPicture(view));
    expect(zoomed.zoom).toBe(3);
  });

  it("limits a picture's zoom to between the fit and eight times the fit", () => {
    expect(zoomPictureAt(INITIAL_PICTURE_VIEW, 0.2, { x: 90, y: 90 })).toEqual(INITIAL_PICTURE_VIEW);
    expect(zoomPictureAt({ ...INITIAL_PICTURE_VIEW, zoom: 6 }, 9, { x: 0, y: 0 }).zoom).toBe(8);
  });
});

describe("placing a picture in the viewer", () => {
  it("fits a picture entirely into the stage, also rotated, and scales it up by 1.5 at most", () => {
    expect(pictureFitScale(card, stage, 0)).toBe(0.5);
    expect(pictureFitScale(card, stage, 1)).toBe(500 / 1_600);
    expect(pictureFitScale({ width: 100, height: 100 }, stage, 0)).toBe(1.5);
  });

  it("centres a picture that fits, and covers the stage with a larger one", () => {
    expect(limitPictureView({ ...INITIAL_PICTURE_VIEW, x: 300, y: 300 }, card, stage)).toEqual(INITIAL_PICTURE_VIEW);
    expect(limitPictureView({ ...INITIAL_PICTURE_VIEW, zoom: 2, x: 5_000, y: -5_000 }, card, stage)).toMatchObject({
      x: 400,
      y: -250,
    });
  });

  describe("when the picture is long", () => {
    const longPicture = { width: 1_080, height: 12_000 };
    const widePicture = { width: 6_000, height: 1_200 };
    const first = limitPictureView(INITIAL_PICTURE_VIEW, longPicture, stage);

    it("fits a long picture by its shorter side and starts at its beginning", () => {
      expect(pictureFitScale(longPicture, stage, 0)).toBeCloseTo(800 / 1_080);
      expect(first).toMatchObject({ zoom: 1, x: 0 });
      expect(first.y).toBeCloseTo((12_000 * (800 / 1_080) - 500) / 2);
      expect(pictureFitScale(widePicture, stage, 0)).toBeCloseTo(500 / 1_200);
      expect(limitPictureView(INITIAL_PICTURE_VIEW, widePicture, stage).x).toBeCloseTo(
        (6_000 * (500 / 1_200) - 800) / 2,
      );
    });

    it("does not scale up a long picture that is narrower than the stage", () => {
      expect(pictureFitScale({ width: 300, height: 3_000 }, stage, 0)).toBe(1);
    });

    it("zooms out of a long picture until it fits entirely", () => {
      const minZoom = first.minZoom ?? 1;
      expect(minZoom * pictureFitScale(longPicture, stage, 0)).toBeCloseTo(500 / 12_000);
      const zoomedOut = limitPictureView(zoomPictureAt(first, 0.001, { x: 0, y: 0 }), longPicture, stage);
      expect(zoomedOut).toMatchObject({ zoom: minZoom, x: 0, y: 0 });
    });

    it("keeps a long picture where it was moved to, and returns to its beginning after Fit", () => {
      const moved = limitPictureView({ ...first, y: first.y - 2_000 }, longPicture, stage);
      expect(moved.y).toBe(first.y - 2_000);
      expect(limitPictureView(moved, longPicture, stage)).toEqual(moved);
      expect(limitPictureView(INITIAL_PICTURE_VIEW, longPicture, stage)).toEqual(first);
    });

    it("fits a picture entirely if its longer side is at most three times the shorter one", () => {
      expect(limitPictureView(INITIAL_PICTURE_VIEW, { width: 400, height: 1_200 }, stage).minZoom).toBeUndefined();
      expect(pictureFitScale({ width: 1_080, height: 2_400 }, stage, 0)).toBeCloseTo(500 / 2_400);
    });
  });

  it("returns a picture to its first view after four rotations, and rotates around the centre of the stage", () => {
    const view = { zoom: 2, x: 100, y: 40, quarterTurns: 0 };
    expect(rotatePictureView(view, 1)).toMatchObject({ x: -40, y: 100, quarterTurns: 1 });
    expect([1, 1, 1, 1].reduce((point) => rotatePictureView(point, 1), view)).toEqual(view);
    expect(rotatePictureView(rotatePictureView(view, -1), 1)).toEqual(view);
  });
});
