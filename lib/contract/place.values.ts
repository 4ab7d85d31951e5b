/** Distances and grid cells for places. Without the LGA boundaries of `lga.values.ts`, so that every page can load this file. */
export type GeoPoint = { lat: number; lng: number };

const EARTH_RADIUS_KM = 6_371.0088;
const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance on a sphere (haversine), at most 0.5% off. */
export function kilometresBetween(a: GeoPoint, b: GeoPoint): number {
  const north = Math.sin(toRadians(b.lat - a.lat) / 2);
  const east = Math.sin(toRadians(b.lng - a.lng) / 2);
  const haversine = north * north + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * east * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/**
 * Number of grid cells per degree. A cell is 2.2 km wide and high in this state. The grid's last column and row contain only 180° and
 * 90°.
 */
const DEGREE_CELLS = 50;
const COLUMN_COUNT = 360 * DEGREE_CELLS + 1;
const gridColumnOf = (lng: number) => Math.floor((lng + 180) * DEGREE_CELLS);
const gridRowOf = (lat: number) => Math.floor((lat + 90) * DEGREE_CELLS);

/** Returns the number of the grid cell that contains a place, as the database stores it (`integer`). All code must use this function. */
export const gridCellOf = (lat: number, lng: number): number => gridRowOf(lat) * COLUMN_COUNT + gridColumnOf(lng);

/**
 * Returns the cells that a circle touches, in ascending order, plus a few that it barely misses. A search around a
 * point looks up these cells in the index before it measures distances. Callers must limit `km`, because there are
 * about 0.65 × km² cells. Circles over a pole or the 180th meridian are cut off there.
 */
export function gridCellsAround(lat: number, lng: number, km: number): number[] {
  const { south, north, west, east } = boundingBoxAround(lat, lng, km);
  const cells: number[] = [];
  for (let row = gridRowOf(south); row <= gridRowOf(north); row++)
    for (let column = gridColumnOf(west); column <= gridColumnOf(east); column++) {
      const nearest = { lat: intoCell(lat, row / DEGREE_CELLS - 90), lng: intoCell(lng, column / DEGREE_CELLS - 180) };
      if (kilometresBetween({ lat, lng }, nearest) <= withMargin(km)) cells.push(row * COLUMN_COUNT + column);
    }
  return cells;
}

/** Returns bounds in degrees slightly larger than a circle, to skip measuring places outside them. */
export function boundingBoxAround(lat: number, lng: number, km: number) {
  const latDelta = withMargin(km) / KM_PER_DEGREE;
  const lngDelta = latDelta / Math.cos(toRadians(Math.min(89, Math.abs(lat) + latDelta)));
  return {
    south: Math.max(-90, lat - latDelta),
    north: Math.min(90, lat + latDelta),
    west: Math.max(-180, lng - lngDelta),
    east: Math.min(180, lng + lngDelta),
  };
}

/** Adds a margin for rounding errors to a radius in km. */
const withMargin = (km: number) => km * 1.001 + 0.001;

/** Clamps a coordinate to the edges of a grid cell. */
const intoCell = (value: number, edge: number) => Math.max(edge, Math.min(edge + 1 / DEGREE_CELLS, value));
