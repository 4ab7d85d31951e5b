/**
 * Distances and cells for places; small, for every page. Which LGA a place is in says `lga.values.ts`, which brings the
 * boundaries along.
 */
export type Place = { lat: number; lng: number };

const EARTH_RADIUS = 6_371.0088;
const KM_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** As the crow flies, on a sphere (haversine): half a percent off at most. */
export function kilometresBetween(a: Place, b: Place): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2);
  const east = Math.sin(radians(b.lng - a.lng) / 2);
  const half = north * north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Cells of 0.02 degrees: 2.2 km a side in this state. The last column and row are those of 180° and 90° themselves. */
const PER_DEGREE = 50;
const COLUMNS = 360 * PER_DEGREE + 1;
const columnOf = (lng: number) => Math.floor((lng + 180) * PER_DEGREE);
const rowOf = (lat: number) => Math.floor((lat + 90) * PER_DEGREE);

/** Number of the cell that a place is in, an `integer` of the database. Stored with the place: reckon it only here. */
export const cellOf = (lat: number, lng: number): number => rowOf(lat) * COLUMNS + columnOf(lng);

/**
 * Every cell that a circle touches, and a few that it only just misses, in ascending order: what a search near a point
 * asks the index for before it measures. About km² × 0.65 cells, so anyone who calls limits `km`. Made for this state:
 * circles over a pole or the 180th meridian are cut off there.
 */
export function cellsAround(lat: number, lng: number, km: number): number[] {
  const { south, north, west, east } = boxAround(lat, lng, km);
  const cells: number[] = [];
  for (let row = rowOf(south); row <= rowOf(north); row++)
    for (let column = columnOf(west); column <= columnOf(east); column++) {
      const nearest = { lat: within(lat, row / PER_DEGREE - 90), lng: within(lng, column / PER_DEGREE - 180) };
      if (kilometresBetween({ lat, lng }, nearest) <= reachOf(km)) cells.push(row * COLUMNS + column);
    }
  return cells;
}

/** Degrees between which a circle lies, and a little more: what is outside need not be measured. */
export function boxAround(lat: number, lng: number, km: number) {
  const high = reachOf(km) / KM_PER_DEGREE;
  const wide = high / Math.cos(radians(Math.min(89, Math.abs(lat) + high)));
  return {
    south: Math.max(-90, lat - high),
    north: Math.min(90, lat + high),
    west: Math.max(-180, lng - wide),
    east: Math.min(180, lng + wide),
  };
}

/** Kilometres with what rounding may err by. */
const reachOf = (km: number) => km * 1.001 + 0.001;

/** The value between the edges of a cell that is nearest to `value`. */
const within = (value: number, edge: number) => Math.max(edge, Math.min(edge + 1 / PER_DEGREE, value));
