"use client";

import { clsx } from "clsx";
import { useMemo } from "react";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { LocatorMap } from "./locator-map";
import { LgaAreas } from "./map-areas";
import { MapAttribution } from "./map-attribution";
import { type MapPoint, MapPoints } from "./map-points";
import { mapProjection, PLACE_MAP_SIZE } from "./map-projection";
import { MAP_WIDTH_CLASS, PLACE_MAP_FRAME_CLASS } from "./map-skeleton";

type PlaceMapProps = {
  /** LGA of the record; null if unknown. */
  lga: Lga | null;
  /** Exact location; null if only the LGA is known. */
  point: MapPoint | null;
  /** Similar places, marked with links to their records. */
  similar?: readonly MapPoint[];
  /** Accessible name of the similar places: "Similar reports". */
  similarLabel?: string;
};

const NO_POINTS: readonly MapPoint[] = [];
const VIEW_BOX = `0 0 ${PLACE_MAP_SIZE.width} ${PLACE_MAP_SIZE.height}`;

/** Renders a map of one place, its surroundings and similar places. Load it with `lazy` and `MapSkeleton`. */
export function PlaceMap({ lga, point, similar = NO_POINTS, similarLabel = "Similar reports" }: PlaceMapProps) {
  const shape = useMemo(
    () => mapProjection(PLACE_MAP_SIZE, lga ? [lga] : LGAS, lga ? [...(point ? [point] : []), ...similar] : NO_POINTS),
    [lga, point, similar],
  );
  const spots = [...(point ? [point] : []), ...similar].map(shape.spotOf);
  return (
    <div className={MAP_WIDTH_CLASS}>
      <div className={clsx(PLACE_MAP_FRAME_CLASS, "overflow-hidden rounded-md bg-sunken")}>
        <svg
          viewBox={VIEW_BOX}
          role="img"
          aria-label={lga ? `${lga} on the map of the state` : "Map of the state"}
          className="absolute inset-0 size-full"
        >
          <LgaAreas pathOf={shape.pathOf} lga={lga} edge={1} />
          {lga && <LocatorMap lga={lga} spots={spots} />}
        </svg>
        <MapPoints points={similar} shape={shape} sheet={PLACE_MAP_SIZE} label={similarLabel} />
        <MapPoints points={point ? [point] : NO_POINTS} shape={shape} sheet={PLACE_MAP_SIZE} label="This place" own />
      </div>
      <MapAttribution />
    </div>
  );
}
