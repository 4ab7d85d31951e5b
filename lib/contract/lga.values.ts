import { LGAS, type Lga } from "./kyc.values";
import { LGA_BOUNDARIES } from "./lga-boundaries.values";

/** Which LGA a place is in. Brings the boundaries along: for the server, and in the browser by `import()` only. */

/** The LGA that a place is in, null outside of the state. On a border it is one of the two, always the same. */
export const lgaAt = (lat: number, lng: number): Lga | null =>
  LGAS.find((lga) => isInside(lat, lng, LGA_BOUNDARIES[lga])) ?? null;

/**
 * Is the place inside the LGA or at most `km` outside of its border? Borders here are simplified, up to 1.6 km off, and
 * phones err as well: take 3 km to tell whether an LGA that a person named can be right.
 */
export function isNearLga(lat: number, lng: number, lga: Lga, km: number): boolean {
  const ring = LGA_BOUNDARIES[lga];
  return isInside(lat, lng, ring) || kilometresToRing(lat, lng, ring) <= km;
}

/** Is the place inside the state or at most `km` outside of it? */
export const isNearState = (lat: number, lng: number, km: number): boolean =>
  LGAS.some((lga) => isNearLga(lat, lng, lga, km));

/** Walks the ring once: `[fromLng, fromLat, toLng, toLat]` of each side. */
function* sidesOf(ring: readonly number[]): Generator<readonly [number, number, number, number]> {
  for (let at = 0; at + 3 < ring.length; at += 2)
    yield [ring[at] ?? 0, ring[at + 1] ?? 0, ring[at + 2] ?? 0, ring[at + 3] ?? 0];
}

/** A ray eastwards crosses the ring an odd number of times. NaN is nowhere. */
function isInside(lat: number, lng: number, ring: readonly number[]): boolean {
  let inside = false;
  for (const [fromLng, fromLat, toLng, toLat] of sidesOf(ring)) {
    if (fromLat > lat === toLat > lat) continue;
    // From the southern end, whichever way round: both neighbours then reckon a shared border alike, to the last bit.
    const [south, north] = fromLat < toLat ? [fromLat, toLat] : [toLat, fromLat];
    const [start, end] = fromLat < toLat ? [fromLng, toLng] : [toLng, fromLng];
    if (lng < start + ((end - start) * (lat - south)) / (north - south)) inside = !inside;
  }
  return inside;
}

/** On a plane that touches the earth at the place: right to the metre as far as it matters here. */
function kilometresToRing(lat: number, lng: number, ring: readonly number[]): number {
  const kmNorth = 111.195;
  const kmEast = kmNorth * Math.cos((lat * Math.PI) / 180);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [fromLng, fromLat, toLng, toLat] of sidesOf(ring)) {
    const from = { x: (fromLng - lng) * kmEast, y: (fromLat - lat) * kmNorth };
    const side = { x: (toLng - fromLng) * kmEast, y: (toLat - fromLat) * kmNorth };
    const along = -(from.x * side.x + from.y * side.y) / (side.x ** 2 + side.y ** 2);
    const at = Math.max(0, Math.min(1, along));
    nearest = Math.min(nearest, Math.hypot(from.x + at * side.x, from.y + at * side.y));
  }
  return nearest;
}
