import type { ReactNode } from "react";
import { mapPositionInPercent } from "./map-points";
import type { MapPosition, MapSize } from "./map-projection";

/** Renders a tooltip above a place, kept inside the map. Hidden from screen readers, which read the same text as the buttons' names. */
export function MapTooltip({ spot, sheet, children }: { spot: MapPosition; sheet: MapSize; children: ReactNode }) {
  const position = mapPositionInPercent(spot, sheet);
  return (
    <div
      aria-hidden="true"
      style={{ ...position, transform: `translate(-${position.left}, calc(-100% - 0.75rem))` }}
      className="pointer-events-none absolute z-10 w-max max-w-56 rounded-md bg-foreground px-2.5 py-1.5 text-xs font-semibold text-background"
    >
      {children}
    </div>
  );
}
