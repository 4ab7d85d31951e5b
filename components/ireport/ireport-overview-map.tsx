"use client";

import { Suspense, useEffect, useState } from "react";
import { MapSkeleton } from "@/components/common/map/map-skeleton";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import type { Lga } from "@/lib/contract/lgas.values";
import { formatCount } from "@/lib/format";

const LgaMap = lazyWithPreload(() => import("@/components/common/map/lga-map"), "LgaMap");

const SHADE_OPTIONS = [
  { shade: "open", label: "Open" },
  { shade: "late", label: "Late" },
] as const;
/** Figure that shades the map: the number of open or of late reports. */
export type MapShadingFigure = (typeof SHADE_OPTIONS)[number]["shade"];

type IreportOverviewMapProps = {
  lgas: IreportStats["by_lga"];
  shade: MapShadingFigure;
  onShade: (shade: MapShadingFigure) => void;
  selected: Lga | null;
  onSelect: (lga: Lga | null) => void;
};

/** Renders a map of the local government areas (LGAs), shaded by open or late reports. A table shows the same figures. */
export function IreportOverviewMap({ lgas, shade, onShade, selected, onSelect }: IreportOverviewMapProps) {
  const isPainted = useIsPainted();
  const values = Object.fromEntries(lgas.flatMap((each) => (each[shade] > 0 ? [[each.lga, each[shade]]] : [])));
  const title = shade === "open" ? "Open reports" : "Late reports";
  return (
    <Card>
      <CardHeader
        title={`${title} by LGA`}
        actions={
          <fieldset className="flex gap-1.5">
            <legend className="sr-only">Shade by</legend>
            {SHADE_OPTIONS.map((each) => (
              <Button
                key={each.shade}
                size="sm"
                variant={each.shade === shade ? "primary" : "secondary"}
                aria-pressed={each.shade === shade}
                onClick={() => onShade(each.shade)}
              >
                {each.label}
              </Button>
            ))}
          </fieldset>
        }
      />
      <div className="px-5 pb-4">
        {isPainted ? (
          <Suspense fallback={<MapSkeleton of="state" />}>
            <LgaMap
              caption={`${title} by LGA`}
              values={values}
              label={(lga, value) => `${lga}: ${formatCount(value)} ${shade} ${value === 1 ? "report" : "reports"}`}
              selected={selected}
              onSelect={onSelect}
              legend={{ title, none: "None" }}
            />
          </Suspense>
        ) : (
          <MapSkeleton of="state" />
        )}
      </div>
    </Card>
  );
}

/** Returns true after the first render. The map loads then, so that its borders are neither in the HTML nor in the first scripts. */
function useIsPainted() {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => setIsPainted(true), []);
  return isPainted;
}
