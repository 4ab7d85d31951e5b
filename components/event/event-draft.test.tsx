import { expect, it } from "vitest";
import { mapShape, PLACE_SHEET, STATE_SHAPE } from "@/components/common/map/map-shape";
import { parseCoordinates, pointOf } from "./event-draft";

const CALABAR = { lat: 4.9757, lng: 8.3417 };

it("converts a point to map coordinates and back, on the map of one LGA and of the state", () => {
  for (const { spotOf, placeOf } of [mapShape(PLACE_SHEET, ["Calabar South"]), STATE_SHAPE]) {
    const roundTripped = placeOf(spotOf(CALABAR));
    expect(roundTripped.lat).toBeCloseTo(CALABAR.lat, 2);
    expect(roundTripped.lng).toBeCloseTo(CALABAR.lng, 2);
  }
});

it("parses pasted coordinates, and shows no point for an incomplete or invalid pair", () => {
  expect(parseCoordinates(" 4.9757, 8.3417 ")).toEqual({ lat: "4.9757", lng: "8.3417" });
  expect(parseCoordinates("4.9757")).toBeNull();
  expect(pointOf({ lat: "4.9757", lng: "8.3417" })).toEqual(CALABAR);
  expect(pointOf({ lat: "4.9757", lng: "" })).toBeNull();
  expect(pointOf({ lat: "north", lng: "8" })).toBeNull();
});
