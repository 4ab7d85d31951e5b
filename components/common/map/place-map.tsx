"use client";

import { clsx } from "clsx";
import { useMemo } from "react";
import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { MapAttribution } from "./map-attribution";
import { type MapPoint, MapPoints } from "./map-points";
import { mapShape, STATE_SHAPE, STATE_SHEET } from "./map-shape";
import { MAP_FRAME } from "./map-skeleton";

type PlaceMapProps = {
  /** The LGA that was named; null where none was. */
  lga: Lga | null;
  /** Where it is; null where only the LGA is known. */
  point: MapPoint | null;
  /** Places of similar ones, with links. */
  similar?: readonly MapPoint[];
  /** What those are: "Similar reports". */
  similarLabel?: string;
};

const NONE: readonly MapPoint[] = [];
const VIEW = `0 0 ${STATE_SHEET.width} ${STATE_SHEET.height}`;

/**
 * One place: its LGA with its neighbours, its point, those of similar ones, and in the corner where in the state that is.
 * Load it by `lazy` with `MapSkeleton` in its place.
 */
export function PlaceMap({ lga, point, similar = NONE, similarLabel = "Similar reports" }: PlaceMapProps) {
  const shape = useMemo(() => {
    if (!lga) return STATE_SHAPE;
    return mapShape(STATE_SHEET, [lga], [...(point ? [point] : []), ...similar]);
  }, [lga, point, similar]);
  return (
    <div>
      <div className={clsx(MAP_FRAME, "overflow-hidden rounded-md bg-sunken")}>
        <svg
          viewBox={VIEW}
          role="img"
          aria-label={lga ? `${lga} on the map of the state` : "Map of the state"}
          className="absolute inset-0 size-full"
        >
          <Areas pathOf={shape.pathOf} lga={lga} edge={1} />
          {lga && (
            <svg x="310" y="10" width="100" height="133" viewBox={VIEW} aria-hidden="true">
              <rect width="100%" height="100%" rx="20" className="fill-raised stroke-border" strokeWidth="4" />
              <Areas pathOf={STATE_SHAPE.pathOf} lga={lga} edge={0.5} />
            </svg>
          )}
        </svg>
        <MapPoints points={similar} shape={shape} sheet={STATE_SHEET} label={similarLabel} />
        <MapPoints points={point ? [point] : NONE} shape={shape} sheet={STATE_SHEET} label="This place" own />
      </div>
      <MapAttribution />
    </div>
  );
}

type AreasProps = { pathOf: (lga: Lga) => string; lga: Lga | null; edge: number };

const Areas = ({ pathOf, lga, edge }: AreasProps) =>
  // The one that is meant last: its border lies above its neighbours'.
  LGAS.toSorted((a, b) => Number(a === lga) - Number(b === lga)).map((area) => (
    <path
      key={area}
      d={pathOf(area)}
      vectorEffect="non-scaling-stroke"
      strokeWidth={area === lga ? edge * 2 : edge}
      className={area === lga ? "fill-primary-soft stroke-primary" : "fill-surface stroke-control"}
    />
  ));
