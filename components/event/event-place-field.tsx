"use client";

import { X } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { MapSkeleton } from "@/components/common/map/map-skeleton";
import { DraftFieldAnchor, DraftSelectField, DraftTextField } from "@/components/record-editor/draft-field";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { eventPointOf, parseCoordinates } from "./event-draft";
import type { EventFieldsProps } from "./event-fields";

const EventPlaceMap = lazyWithPreload(() => import("./event-place-map"), "EventPlaceMap");

/** Edits an event's LGA and location: clicked or dragged on the map, or typed as coordinates. */
export function EventPlaceField({ draft, change, problem, readOnly }: EventFieldsProps) {
  const { lga, lat, lng } = draft;
  const [isMapShown, setIsMapShown] = useState(false);
  useEffect(() => setIsMapShown(true), []);
  // Accepts a pair of coordinates, as copied from a map, pasted into either field.
  const changeCoordinate = (key: "lat" | "lng") => (text: string) => change(parseCoordinates(text) ?? { [key]: text });
  const coordinateProps = { max: 40, inputMode: "decimal", optional: true, readOnly } as const;
  return (
    <>
      <DraftSelectField
        field="lga"
        label="LGA"
        optional
        hint="If empty, the point on the map sets it."
        value={lga}
        onChange={(value) => change({ lga: value as typeof lga })}
        options={LGA_OPTIONS}
        placeholder="Not chosen"
        problem={problem("lga")}
        readOnly={readOnly}
      />
      <div className="space-y-2">
        <p className="font-semibold text-sm">Point on the map</p>
        <p className="text-muted text-sm">
          {readOnly
            ? "Where the app shows the venue."
            : "Click the map, drag the point, or type the coordinates. Both can be pasted at once."}
        </p>
        {isMapShown ? (
          <Suspense fallback={<MapSkeleton of="place" />}>
            <EventPlaceMap
              lga={lga || null}
              point={eventPointOf(draft)}
              onPick={readOnly ? undefined : (place) => change({ lat: String(place.lat), lng: String(place.lng) })}
            />
          </Suspense>
        ) : (
          <MapSkeleton of="place" />
        )}
      </div>
      <DraftFieldAnchor field="point">
        <div className="grid gap-4 sm:grid-cols-2">
          <DraftTextField
            field="lat"
            label="Latitude"
            value={lat}
            onChange={changeCoordinate("lat")}
            problem={problem("lat")}
            {...coordinateProps}
          />
          <DraftTextField
            field="lng"
            label="Longitude"
            value={lng}
            onChange={changeCoordinate("lng")}
            problem={problem("lng")}
            {...coordinateProps}
          />
        </div>
      </DraftFieldAnchor>
      {(lat || lng) && !readOnly && (
        <Button size="sm" variant="ghost" onClick={() => change({ lat: "", lng: "" })}>
          <X aria-hidden="true" /> Remove point
        </Button>
      )}
    </>
  );
}
