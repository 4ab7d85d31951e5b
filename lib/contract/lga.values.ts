import { LGA_BOUNDARIES } from "./lga-boundaries.values";
import { LGAS, type Lga } from "./lgas.values";

/** Finds the LGA of a place. Imports the boundaries: use it on the server, or in the browser only by `import()`. */

/** Returns the LGA of a place, or null outside the state. A place on a border always gets the same LGA. */
export const lgaAt = (lat: number, lng: number): Lga | null =>
  LGAS.find((lga) => isInsideBoundary(lat, lng, LGA_BOUNDARIES[lga])) ?? null;

/**
 * Returns true if the place is inside the LGA or at most `km` outside. Use 3 km to check an LGA that a person entered: the simplified
 * borders are up to 1.6 km off, and a phone's position is inaccurate.
 */
export function isNearLga(lat: number, lng: number, lga: Lga, km: number): boolean {
  const boundary = LGA_BOUNDARIES[lga];
  return isInsideBoundary(lat, lng, boundary) || kilometresToRing(lat, lng, boundary) <= km;
}

/** Returns true if the place is inside the state or at most `km` outside. */
export const isNearState = (lat: number, lng: number, km: number): boolean =>
  LGAS.some((lga) => isNearLga(lat, lng, lga, km));

/** Yields the sides of the ring: `[fromLng, fromLat, toLng, toLat]`. */
function* listBoundarySides(boundary: readonly number[]): Generator<readonly [number, number, number, number]> {
  for (let at = 0; at + 3 < boundary.length; at += 2)
    yield [boundary[at] ?? 0, boundary[at + 1] ?? 0, boundary[at + 2] ?? 0, boundary[at + 3] ?? 0];
}

/** Returns true if the place is inside the boundary: a ray to the east crosses it an odd number of times. False for NaN. */
function isInsideBoundary(lat: number, lng: number, boundary: readonly number[]): boolean {
  let isPointInside = false;
  for (const [fromLng, fromLat, toLng, toLat] of listBoundarySides(boundary)) {
    if (fromLat > lat === toLat > lat) continue;
    // Computes from the southern end, so that both LGAs get exactly the same result for their shared border.
    const [south, north] = fromLat < toLat ? [fromLat, toLat] : [toLat, fromLat];
    const [start, end] = fromLat < toLat ? [fromLng, toLng] : [toLng, fromLng];
    if (lng < start + ((end - start) * (lat - south)) / (north - south)) isPointInside = !isPointInside;
  }
  return isPointInside;
}

/** Returns the distance to the ring, on a plane tangent to the earth at the place. Accurate to a metre within this state. */
function kilometresToRing(lat: number, lng: number, boundary: readonly number[]): number {
  const kmPerLatDegree = 111.195;
  const kmPerLngDegree = kmPerLatDegree * Math.cos((lat * Math.PI) / 180);
  let nearestKm = Number.POSITIVE_INFINITY;
  for (const [fromLng, fromLat, toLng, toLat] of listBoundarySides(boundary)) {
    const from = { x: (fromLng - lng) * kmPerLngDegree, y: (fromLat - lat) * kmPerLatDegree };
    const side = { x: (toLng - fromLng) * kmPerLngDegree, y: (toLat - fromLat) * kmPerLatDegree };
    const projection = -(from.x * side.x + from.y * side.y) / (side.x ** 2 + side.y ** 2);
    const at = Math.max(0, Math.min(1, projection));
    nearestKm = Math.min(nearestKm, Math.hypot(from.x + at * side.x, from.y + at * side.y));
  }
  return nearestKm;
}
