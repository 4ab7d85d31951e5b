"use client";

import { clsx } from "clsx";
import { type PointerEvent, useMemo, useRef } from "react";
import { LocatorMap } from "@/components/common/map/locator-map";
import { LgaAreas } from "@/components/common/map/map-areas";
import { MapAttribution } from "@/components/common/map/map-attribution";
import { mapPositionInPercent } from "@/components/common/map/map-points";
import { mapProjection, PLACE_MAP_SIZE } from "@/components/common/map/map-projection";
import { MAP_WIDTH_CLASS, PLACE_MAP_FRAME_CLASS } from "@/components/common/map/map-skeleton";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import type { GeoPoint } from "@/lib/contract/place.values";

type EventPlaceMapProps = {
  /** Local government area (LGA) on the map; null shows the whole state. */
  lga: Lga | null;
  point: GeoPoint | null;
  /** Called with the moved point. Omitted if the point can't be moved. */
  onPick?: (place: GeoPoint) => void;
};

/**
 * Shows the location of an event on a map. A click or a drag moves the point; keyboard users type the coordinates beside it. Load
 * it with `lazyWithPreload` and `MapSkeleton` as the fallback.
 */
export function EventPlaceMap({ lga, point, onPick }: EventPlaceMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shape = useMemo(() => mapProjection(PLACE_MAP_SIZE, lga ? [lga] : LGAS), [lga]);
  const pickAtPointer = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const frameBox = frame.current?.getBoundingClientRect();
    if (!frameBox || !onPick) return;
    const clampShare = (fraction: number) => Math.max(0, Math.min(1, fraction));
    const spotOnMap = {
      x: clampShare((clientX - frameBox.left) / frameBox.width) * PLACE_MAP_SIZE.width,
      y: clampShare((clientY - frameBox.top) / frameBox.height) * PLACE_MAP_SIZE.height,
    };
    onPick(shape.placeOf(spotOnMap));
  };
  const dragPoint = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) pickAtPointer(event);
  };
  return (
    <div className={MAP_WIDTH_CLASS}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users edit the coordinates beside the map */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        ref={frame}
        onClick={pickAtPointer}
        className={clsx(PLACE_MAP_FRAME_CLASS, "overflow-hidden rounded-md bg-sunken", onPick && "cursor-crosshair")}
      >
        <svg
          viewBox={`0 0 ${PLACE_MAP_SIZE.width} ${PLACE_MAP_SIZE.height}`}
          role="img"
          aria-label={lga ? `${lga} on the map of the state` : "Map of the state"}
          className="absolute inset-0 size-full"
        >
          <LgaAreas pathOf={shape.pathOf} lga={lga} edge={1} />
          {lga && <LocatorMap lga={lga} spots={point ? [shape.spotOf(point)] : []} />}
        </svg>
        {point && (
          <span
            role="img"
            aria-label="This event"
            style={mapPositionInPercent(shape.spotOf(point), PLACE_MAP_SIZE)}
            onPointerDown={(event) => onPick && event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={dragPoint}
            className={clsx(
              "-translate-1/2 absolute grid size-6 place-items-center rounded-full",
              onPick && "cursor-grab touch-none active:cursor-grabbing",
            )}
          >
            <span className="block size-4 rounded-full bg-danger-fill outline-2 outline-white" />
          </span>
        )}
      </div>
      <MapAttribution />
    </div>
  );
}
