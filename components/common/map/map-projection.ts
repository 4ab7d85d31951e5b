import { type GeoGeometryObjects, geoMercator, geoPath } from "d3-geo";
import { LGA_BOUNDARIES, LGA_LABEL_POINTS } from "@/lib/contract/lga-boundaries.values";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import type { GeoPoint } from "@/lib/contract/place.values";

/** Position on a drawn map, in units of its viewBox. */
export type MapPosition = { x: number; y: number };
/** Size of a drawn map, in units of its viewBox. */
export type MapSize = { width: number; height: number };
/** Converts between coordinates and positions on a drawn map. */
export type MapProjection = {
  pathOf: (lga: Lga) => string;
  spotOf: (place: GeoPoint) => MapPosition;
  /** Converts a position on the map to coordinates, accurate to a metre. */
  placeOf: (spot: MapPosition) => GeoPoint;
};

const ringPoints = (ring: readonly number[]) =>
  Array.from({ length: ring.length / 2 }, (_, index) => [ring[2 * index] ?? 0, ring[2 * index + 1] ?? 0]);

const LGA_POLYGONS = LGAS.map((lga): { lga: Lga; polygon: GeoGeometryObjects } => ({
  lga,
  polygon: { type: "Polygon", coordinates: [ringPoints(LGA_BOUNDARIES[lga])] },
}));

/** Creates a map projection that shows the given LGAs and places. Rounds positions, so that server and browser render the same path. */
export function mapProjection(
  { width, height }: MapSize,
  visibleLgas: readonly Lga[] = LGAS,
  places: readonly GeoPoint[] = [],
): MapProjection {
  const margin = Math.min(width, height) / (visibleLgas === LGAS ? 40 : 10);
  const projection = geoMercator().fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    {
      type: "GeometryCollection",
      geometries: [
        ...LGA_POLYGONS.filter(({ lga }) => visibleLgas.includes(lga)).map(({ polygon }) => polygon),
        { type: "MultiPoint", coordinates: places.map(({ lat, lng }) => [lng, lat]) },
      ],
    },
  );
  const path = geoPath(projection).digits(1);
  const paths = new Map(LGA_POLYGONS.map(({ lga, polygon }) => [lga, path(polygon) ?? ""]));
  const spotOf = ({ lat, lng }: GeoPoint): MapPosition => {
    const [x = 0, y = 0] = projection([lng, lat]) ?? [];
    return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
  };
  // Rounds to five decimals of a degree, which are about a metre.
  const roundDegrees = (degrees: number) => Number(degrees.toFixed(5));
  const placeOf = ({ x, y }: MapPosition): GeoPoint => {
    const [lng = 0, lat = 0] = projection.invert?.([x, y]) ?? [];
    return { lat: roundDegrees(lat), lng: roundDegrees(lng) };
  };
  return { pathOf: (lga) => paths.get(lga) ?? "", spotOf, placeOf };
}

/** Returns the position of an LGA's label and tooltip. */
export const lgaLabelPoint = (lga: Lga): GeoPoint => ({ lat: LGA_LABEL_POINTS[lga][1], lng: LGA_LABEL_POINTS[lga][0] });

/** Size of the map of the whole state, whose narrow south leaves a corner for the legend. */
export const STATE_MAP_SIZE: MapSize = { width: 420, height: 560 };
/** Size of the map of one LGA. */
export const PLACE_MAP_SIZE: MapSize = { width: 420, height: 420 };
/** Projection of the map of all of Cross River State. */
export const STATE_MAP_PROJECTION = mapProjection(STATE_MAP_SIZE);
