import { Skeleton } from "@/components/ui/skeleton";
import { MapAttribution } from "./map-attribution";

/** Wider, a map would be taller than a window. */
export const MAP_WIDTH = "mx-auto w-full max-w-xl";
/** The shapes of STATE_SHEET and PLACE_SHEET. */
export const STATE_FRAME = "@container relative aspect-3/4";
export const PLACE_FRAME = "relative aspect-square";

/** Stands where a map will be, at its size, while the script of the map is on its way. */
export const MapSkeleton = ({ of }: { of: "state" | "place" }) => (
  <div className={MAP_WIDTH}>
    <div className={of === "state" ? STATE_FRAME : PLACE_FRAME}>
      <Skeleton className="size-full rounded-md" />
    </div>
    <MapAttribution />
  </div>
);
