import { Skeleton } from "@/components/ui/skeleton";
import { MapAttribution } from "./map-attribution";

/** CSS classes that limit a map's width: a wider map would be taller than the window. */
export const MAP_WIDTH_CLASS = "mx-auto w-full max-w-xl";
/** CSS classes with the aspect ratios of STATE_MAP_SIZE and PLACE_MAP_SIZE. */
export const STATE_MAP_FRAME_CLASS = "@container relative aspect-3/4";
export const PLACE_MAP_FRAME_CLASS = "relative aspect-square";

/** Renders a placeholder of the map's size while the map's script loads. */
export const MapSkeleton = ({ of: mapKind }: { of: "state" | "place" }) => (
  <div className={MAP_WIDTH_CLASS}>
    <div className={mapKind === "state" ? STATE_MAP_FRAME_CLASS : PLACE_MAP_FRAME_CLASS}>
      <Skeleton className="size-full rounded-md" />
    </div>
    <MapAttribution />
  </div>
);
