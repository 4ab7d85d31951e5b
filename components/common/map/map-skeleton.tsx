import { Skeleton } from "@/components/ui/skeleton";
import { MapAttribution } from "./map-attribution";

/** Size of both maps: the sheets have the same shape. */
export const MAP_FRAME = "@container relative aspect-3/4 w-full";

/** Stands where a map will be, at its size, while the script of the map is on its way. */
export const MapSkeleton = () => (
  <div>
    <div className={MAP_FRAME}>
      <Skeleton className="size-full rounded-md" />
    </div>
    <MapAttribution />
  </div>
);
