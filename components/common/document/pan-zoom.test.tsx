import { describe, expect, it } from "vitest";
import { FIT, fitOf, held, turnedBy, zoomedAt } from "./pan-zoom";

const stage = { width: 824, height: 524 };
const card = { width: 1_600, height: 1_000 };

describe("zoom", () => {
  it("keeps what is under the pointer under it", () => {
    const at = { x: 120, y: -60 };
    const view = { ...FIT, zoom: 1.5, x: 10, y: 20 };
    const closer = zoomedAt(view, 2, at);
    // The same point of the picture, before and after, in pixels of the picture at zoom 1.
    const seen = (v: typeof view) => [(at.x - v.x) / v.zoom, (at.y - v.y) / v.zoom];
    expect(seen(closer)).toEqual(seen(view));
    expect(closer.zoom).toBe(3);
  });

  it("goes neither below the fit nor beyond eight times", () => {
    expect(zoomedAt(FIT, 0.2, { x: 90, y: 90 })).toEqual(FIT);
    expect(zoomedAt({ ...FIT, zoom: 6 }, 9, { x: 0, y: 0 }).zoom).toBe(8);
  });
});

describe("a picture on its stage", () => {
  it("fits whole, turned as well, and is not blown up", () => {
    expect(fitOf(card, stage, 0)).toBe(0.5);
    expect(fitOf(card, stage, 1)).toBe(500 / 1_600);
    expect(fitOf({ width: 100, height: 100 }, stage, 0)).toBe(1.5);
  });

  it("stays in the middle while it fits, and covers the stage when it is larger", () => {
    expect(held({ ...FIT, x: 300, y: 300 }, card, stage)).toEqual(FIT);
    expect(held({ ...FIT, zoom: 2, x: 5_000, y: -5_000 }, card, stage)).toMatchObject({ x: 400, y: -250 });
  });

  it("is itself again after four turns, and turns about the middle of the stage", () => {
    const view = { zoom: 2, x: 100, y: 40, quarters: 0 };
    expect(turnedBy(view, 1)).toMatchObject({ x: -40, y: 100, quarters: 1 });
    expect([1, 1, 1, 1].reduce((at) => turnedBy(at, 1), view)).toEqual(view);
    expect(turnedBy(turnedBy(view, -1), 1)).toEqual(view);
  });
});
