import type { Lga } from "@/lib/contract/kyc.values";
import { MapAreas } from "./map-areas";
import { PLACE_SHEET, type Spot, STATE_SHAPE, STATE_SHEET } from "./map-shape";

const SIZE = { width: 90, height: 120 };
const EDGE = 8;
const FAR_CORNER = { x: PLACE_SHEET.width - SIZE.width - EDGE, y: PLACE_SHEET.height - SIZE.height - EDGE };
const CORNERS: readonly Spot[] = [
  { x: FAR_CORNER.x, y: EDGE },
  { x: EDGE, y: EDGE },
  { x: FAR_CORNER.x, y: FAR_CORNER.y },
  { x: EDGE, y: FAR_CORNER.y },
];

/** Shows the LGA's position within the state, in a corner of the place map without marked spots. */
export function LocatorMap({ lga, spots }: { lga: Lga; spots: readonly Spot[] }) {
  const corner = CORNERS.find((candidate) => !spots.some((spot) => covers(candidate, spot)));
  if (!corner) return null;
  return (
    <svg {...corner} {...SIZE} viewBox={`0 0 ${STATE_SHEET.width} ${STATE_SHEET.height}`} aria-hidden="true">
      <rect width="100%" height="100%" rx="24" className="fill-raised stroke-border" strokeWidth="8" />
      <MapAreas pathOf={STATE_SHAPE.pathOf} lga={lga} edge={0.5} />
    </svg>
  );
}

const covers = (corner: Spot, { x, y }: Spot) =>
  x > corner.x - EDGE && x < corner.x + SIZE.width + EDGE && y > corner.y - EDGE && y < corner.y + SIZE.height + EDGE;
