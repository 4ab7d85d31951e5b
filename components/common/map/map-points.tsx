import { clsx } from "clsx";
import { HoverLink } from "@/components/ui/hover-link";
import type { GeoPoint } from "@/lib/contract/place.values";
import type { MapPosition, MapProjection, MapSize } from "./map-projection";

/** A marked place on a map; `href` makes it a link. */
export type MapPoint = GeoPoint & { id: string; label: string; href?: string };

type MapPointsProps = {
  points: readonly MapPoint[];
  shape: MapProjection;
  sheet: MapSize;
  label: string;
  own?: boolean;
};

/** Renders marks on a map as links for mouse, touch and keyboard. Marks without a link let clicks through to the map. */
export function MapPoints({ points, shape, sheet, label, own: isOwn = false }: MapPointsProps) {
  if (points.length === 0) return null;
  const marker = (
    <span
      className={clsx(
        "block rounded-full",
        isOwn ? "size-4 bg-danger-fill outline-2 outline-white" : "size-3 border-2 border-foreground bg-surface",
      )}
    />
  );
  return (
    <ul aria-label={label}>
      {points.map(({ id, label: name, href, ...place }) => (
        <li
          key={id}
          style={mapPositionInPercent(shape.spotOf(place), sheet)}
          className={clsx("absolute size-0", !href && "pointer-events-none")}
        >
          {href ? (
            <HoverLink href={href} aria-label={name} title={name} className={MARKER_CLASS}>
              {marker}
            </HoverLink>
          ) : (
            <span role="img" aria-label={name} className={MARKER_CLASS}>
              {marker}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** CSS classes of a mark. Its target size is 24 px. */
const MARKER_CLASS = "grid size-6 -translate-1/2 place-items-center rounded-full";

/** Converts a position on the map to percent. Moves positions outside the map to the map's edge. */
export const mapPositionInPercent = ({ x, y }: MapPosition, { width, height }: MapSize) => ({
  left: `${Math.max(0, Math.min(100, (x / width) * 100))}%`,
  top: `${Math.max(0, Math.min(100, (y / height) * 100))}%`,
});
