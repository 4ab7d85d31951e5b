import { LGAS, type Lga } from "./kyc.values";
import { LGA_BOUNDARIES } from "./lga-boundaries.values";

/** Finds the LGA of a place. Imports the boundaries: use it on the server, or in the browser only by `import()`. */

/** Returns the LGA of a place, or null outside the state. A place on a border always gets the same LGA. */
export const lgaAt = (lat: number, lng: number): Lga | null =>
  LGAS.find((lga) => isInside(lat, lng, LGA_BOUNDARIES[lga])) ?? null;

/**
 * Returns true if the place is inside the LGA or at most `km` outside. Use 3 km to check an LGA that a person entered: the
 * simplified borders are up to 1.6 km off, and phones are inaccurate too.
 */
export function isNearLga(lat: number, lng: number, lga: Lga, km: number): boolean {
  const ring = LGA_BOUNDARIES[lga];
  return isInside(lat, lng, ring) || kilometresToRing(lat, lng, ring) <= km;
}

/** Returns true if the place is inside the state or at most `km` outside. */
export const isNearState = (lat: number, lng: number, km: number): boolean =>
  LGAS.some((lga) => isNearLga(lat, lng, lga, km));

/** Yields the sides of the ring: `[fromLng, fromLat, toLng, toLat]`. */
function* sidesOf(ring: readonly number[]): Generator<readonly [number, number, number, number]> {
  for (let at = 0; at + 3 < ring.length; at += 2)
    yield [ring[at] ?? 0, ring[at + 1] ?? 0, ring[at + 2] ?? 0, ring[at + 3] ?? 0];
}

/** Returns true if a ray to the east crosses the ring an odd number of times. False for NaN. */
function isInside(lat: number, lng: number, ring: readonly number[]): boolean {
  let inside = false;
  for (const [fromLng, fromLat, toLng, toLat] of sidesOf(ring)) {
    if (fromLat > lat === toLat > lat) continue;
    // Compute from the southern end, so that both neighbours get the same result for a shared border, to the last bit.
    const [south, north] = fromLat < toLat ? [fromLat, toLat] : [toLat, fromLat];
    const [start, end] = fromLat < toLat ? [fromLng, toLng] : [toLng, fromLng];
    if (lng < start + ((end - start) * (lat - south)) / (north - south)) inside = !inside;
  }
  return inside;
}

/** Returns the distance to the ring, measured on a plane that touches the earth at the place. Exact to the metre here. */
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
