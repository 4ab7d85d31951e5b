"use client";

import { X } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { MapSkeleton } from "@/components/common/map/map-skeleton";
import { EntrySelect, EntrySpot, EntryText } from "@/components/entry/entry-field";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { LGA_OPTIONS } from "@/lib/contract/kyc.values";
import { coordinatesIn, pointOf } from "./event-draft";
import type { EventFieldsProps } from "./event-fields";

const EventPlaceMap = lazyWithPreload(() => import("./event-place-map"), "EventPlaceMap");

/** Edits LGA and point: clicked or dragged on the map, or typed as coordinates. */
export function EventPlaceField({ draft, change, problem, readOnly }: EventFieldsProps) {
  const { lga, lat, lng } = draft;
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  // Accepts a pair of coordinates, as copied from a map, pasted into either field.
  const typed = (key: "lat" | "lng") => (text: string) => change(coordinatesIn(text) ?? { [key]: text });
  const coordinate = { max: 40, inputMode: "decimal", optional: true, readOnly } as const;
  return (
    <>
      <EntrySelect
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
        {painted ? (
          <Suspense fallback={<MapSkeleton of="place" />}>
            <EventPlaceMap
              lga={lga || null}
              point={pointOf(draft)}
              onPick={readOnly ? undefined : (place) => change({ lat: String(place.lat), lng: String(place.lng) })}
            />
          </Suspense>
        ) : (
          <MapSkeleton of="place" />
        )}
      </div>
      <EntrySpot field="point">
        <div className="grid gap-4 sm:grid-cols-2">
          <EntryText
            field="lat"
            label="Latitude"
            value={lat}
            onChange={typed("lat")}
            problem={problem("lat")}
            {...coordinate}
          />
          <EntryText
            field="lng"
            label="Longitude"
            value={lng}
            onChange={typed("lng")}
            problem={problem("lng")}
            {...coordinate}
          />
        </div>
      </EntrySpot>
      {(lat || lng) && !readOnly && (
        <Button size="sm" variant="ghost" onClick={() => change({ lat: "", lng: "" })}>
          <X aria-hidden="true" /> Remove point
        </Button>
      )}
    </>
  );
}
