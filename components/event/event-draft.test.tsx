import { expect, it } from "vitest";
import { mapShape, PLACE_SHEET, STATE_SHAPE } from "@/components/common/map/map-shape";
import { parseCoordinates, pointOf } from "./event-draft";

const CALABAR = { lat: 4.9757, lng: 8.3417 };

it("converts coordinates to a point on the map and back, for one LGA and for the state", () => {
  for (const { spotOf, placeOf } of [mapShape(PLACE_SHEET, ["Calabar South"]), STATE_SHAPE]) {
    const roundTripped = placeOf(spotOf(CALABAR));
    expect(roundTripped.lat).toBeCloseTo(CALABAR.lat, 2);
    expect(roundTripped.lng).toBeCloseTo(CALABAR.lng, 2);
  }
});

it("parses pasted coordinates; an incomplete or invalid pair gives no point", () => {
  expect(parseCoordinates(" 4.9757, 8.3417 ")).toEqual({ lat: "4.9757", lng: "8.3417" });
  expect(parseCoordinates("4.9757")).toBeNull();
  expect(pointOf({ lat: "4.9757", lng: "8.3417" })).toEqual(CALABAR);
  expect(pointOf({ lat: "4.9757", lng: "" })).toBeNull();
  expect(pointOf({ lat: "north", lng: "8" })).toBeNull();
});
