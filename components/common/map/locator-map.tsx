import type { Lga } from "@/lib/contract/lgas.values";
import { LgaAreas } from "./map-areas";
import { type MapPosition, PLACE_MAP_SIZE, STATE_MAP_PROJECTION, STATE_MAP_SIZE } from "./map-projection";

const MAP_BOX = { width: 90, height: 120 };
const GAP = 8;
const FAR_CORNER = { x: PLACE_MAP_SIZE.width - MAP_BOX.width - GAP, y: PLACE_MAP_SIZE.height - MAP_BOX.height - GAP };
const CORNERS: readonly MapPosition[] = [
  { x: FAR_CORNER.x, y: GAP },
  { x: GAP, y: GAP },
  { x: FAR_CORNER.x, y: FAR_CORNER.y },
  { x: GAP, y: FAR_CORNER.y },
];

/** Shows the LGA's position within the state: a small map in a corner of the place map that contains no marks. */
export function LocatorMap({ lga, spots }: { lga: Lga; spots: readonly MapPosition[] }) {
  const corner = CORNERS.find((candidate) => !spots.some((spot) => coversSpot(candidate, spot)));
  if (!corner) return null;
  return (
    <svg {...corner} {...MAP_BOX} viewBox={`0 0 ${STATE_MAP_SIZE.width} ${STATE_MAP_SIZE.height}`} aria-hidden="true">
      <rect width="100%" height="100%" rx="24" className="fill-raised stroke-border" strokeWidth="8" />
      <LgaAreas pathOf={STATE_MAP_PROJECTION.pathOf} lga={lga} edge={0.5} />
    </svg>
  );
}

const coversSpot = (corner: MapPosition, { x, y }: MapPosition) =>
  x > corner.x - GAP && x < corner.x + MAP_BOX.width + GAP && y > corner.y - GAP && y < corner.y + MAP_BOX.height + GAP;
