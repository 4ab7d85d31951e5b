import { Skeleton } from "@/components/ui/skeleton";
import { MapAttribution } from "./map-attribution";

/** Maximum width of a map: a wider one would be taller than the window. */
export const MAP_WIDTH = "mx-auto w-full max-w-xl";
/** Aspect ratios of STATE_SHEET and PLACE_SHEET. */
export const STATE_FRAME = "@container relative aspect-3/4";
export const PLACE_FRAME = "relative aspect-square";

/** Placeholder of the map's size while its script loads. */
export const MapSkeleton = ({ of: mapKind }: { of: "state" | "place" }) => (
  <div className={MAP_WIDTH}>
    <div className={mapKind === "state" ? STATE_FRAME : PLACE_FRAME}>
      <Skeleton className="size-full rounded-md" />
    </div>
    <MapAttribution />
  </div>
);
