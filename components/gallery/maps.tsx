"use client";

import { useState } from "react";
import { LgaMap } from "@/components/common/map/lga-map";
import { MapSkeleton } from "@/components/common/map/map-skeleton";
import { PlaceMap } from "@/components/common/map/place-map";
import type { Lga } from "@/lib/contract/lgas.values";
import { GalleryExample, GallerySection, SideBySide } from "./section";

const OPEN_REPORTS: Partial<Record<Lga, number>> = {
  Abi: 2,
  Akamkpa: 9,
  Bakassi: 1,
  Biase: 4,
  Boki: 30,
  Ikom: 12,
  Obudu: 6,
};
const REPORT_POINT = { id: "own", lat: 5.9617, lng: 8.7206, label: "R-7 Blocked drain" };
const SIMILAR_POINTS = [
  { id: "a", lat: 6.0, lng: 8.8, label: "R-1 Flooded road", href: "#report-1" },
  { id: "b", lat: 6.06, lng: 8.66, label: "R-2 Blocked gutter", href: "#report-2" },
];

export function MapExamples() {
  const [selected, setSelected] = useState<Lga | null>("Ikom");
  return (
    <GallerySection id="maps" title="Maps">
      <SideBySide>
        <GalleryExample caption="A figure for each LGA; Ikom is selected">
          <LgaMap
            caption="Open reports by LGA"
            values={OPEN_REPORTS}
            label={(lga, value) => `${lga}: ${value} open reports`}
            selected={selected}
            onSelect={setSelected}
            points={[{ ...REPORT_POINT, href: "#report-7" }]}
            pointsLabel="Newest reports"
            legend={{ title: "Open reports", none: "None" }}
          />
        </GalleryExample>
        <GalleryExample caption="While it loads">
          <MapSkeleton of="state" />
        </GalleryExample>
        <GalleryExample caption="A place with similar ones near it">
          <PlaceMap lga="Ikom" point={REPORT_POINT} similar={SIMILAR_POINTS} />
        </GalleryExample>
        <GalleryExample caption="No LGA was named">
          <PlaceMap lga={null} point={null} />
        </GalleryExample>
      </SideBySide>
    </GallerySection>
  );
}
