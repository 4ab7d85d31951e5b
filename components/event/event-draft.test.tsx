import { expect, it } from "vitest";
import { mapProjection, PLACE_MAP_SIZE, STATE_MAP_PROJECTION } from "@/components/common/map/map-projection";
import { eventPointOf, parseCoordinates } from "./event-draft";

const CALABAR = { lat: 4.9757, lng: 8.3417 };

it("converts an event's coordinates to a point on the map and back, for one LGA and for the state", () => {
  for (const { spotOf, placeOf } of [mapProjection(PLACE_MAP_SIZE, ["Calabar South"]), STATE_MAP_PROJECTION]) {
    const roundTripped = placeOf(spotOf(CALABAR));
    expect(roundTripped.lat).toBeCloseTo(CALABAR.lat, 2);
    expect(roundTripped.lng).toBeCloseTo(CALABAR.lng, 2);
  }
});

it("parses pasted coordinates of an event; an incomplete or invalid pair gives no point", () => {
  expect(parseCoordinates(" 4.9757, 8.3417 ")).toEqual({ lat: "4.9757", lng: "8.3417" });
  expect(parseCoordinates("4.9757")).toBeNull();
  expect(eventPointOf({ lat: "4.9757", lng: "8.3417" })).toEqual(CALABAR);
  expect(eventPointOf({ lat: "4.9757", lng: "" })).toBeNull();
  expect(eventPointOf({ lat: "north", lng: "8" })).toBeNull();
});
