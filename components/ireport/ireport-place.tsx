"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { MapSkeleton } from "@/components/common/map/map-skeleton";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { IreportDetails } from "@/lib/contract/ireport";
import { recordUrl } from "@/lib/contract/records";
import { similarIreportsQuery } from "@/lib/queries/ireport-record";
import { ALL_REPORTS_URL } from "./ireport-words";

const PlaceMap = lazyWithPreload(() => import("@/components/common/map/place-map"), "PlaceMap");

/** Shows the report and similar reports on a map, which loads after the first paint. */
export function IreportPlaceMap({ report }: { report: IreportDetails }) {
  const { id, number, title, lga, lat, lng } = report;
  const { data } = useQuery(similarIreportsQuery(id));
  const [isMapShown, setIsMapShown] = useState(false);
  useEffect(() => setIsMapShown(true), []);
  const point = useMemo(
    () => (lat === null || lng === null ? null : { id, lat, lng, label: `${number}: ${title}` }),
    [id, number, title, lat, lng],
  );
  const similar = useMemo(
    () =>
      (data ?? []).flatMap((other) =>
        other.lat === null || other.lng === null
          ? []
          : [
              {
                id: other.id,
                lat: other.lat,
                lng: other.lng,
                label: `${other.number}: ${other.title}`,
                href: recordUrl("ireport", other.id),
              },
            ],
      ),
    [data],
  );
  if (!isMapShown) return <MapSkeleton of="place" />;
  return (
    <Suspense fallback={<MapSkeleton of="place" />}>
      <PlaceMap lga={lga} point={point} similar={similar} />
    </Suspense>
  );
}

/** Shows the report's LGA and ward, with a link to other reports nearby. */
export function IreportPlaceText({ report: { lga, ward, lat, lng } }: { report: IreportDetails }) {
  const at = lat === null || lng === null ? null : `${lat},${lng}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <p>
        <span className="font-semibold">{lga}</span>
        {ward && `, ${ward}`}
        {at && (
          <span className="block text-muted tabular-nums">
            <CopyableText value={at} what="coordinates">
              {at.replace(",", ", ")}
            </CopyableText>
          </span>
        )}
      </p>
      <ButtonLink
        size="sm"
        href={`${ALL_REPORTS_URL}?${new URLSearchParams(at ? { near: at, within: "2" } : { lga })}`}
      >
        {at ? "Near this report" : "Reports in this LGA"}
      </ButtonLink>
    </div>
  );
}
