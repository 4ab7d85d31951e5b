import { LGA_BOUNDARIES } from "@/lib/contract/lga-boundaries.values";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { lgaLabelPoint, type MapPosition, STATE_MAP_PROJECTION } from "./map-projection";

/** Font size in units of the map's viewBox. */
export const LGA_NAME_FONT_SIZE = 11;
const LETTER_WIDTH = LGA_NAME_FONT_SIZE * 0.6;
const SCAN_STEP = 3;
/** Minimum horizontal space between a name and the LGA's border: left and right side together, in units of the viewBox. */
const NAME_GAP = 4;

type Span = readonly [from: number, to: number];

/** Returns the position of an LGA's name on the state map; null if the name does not fit inside the border. */
function namePosition(lga: Lga): MapPosition | null {
  const corners = cornersOf(lga);
  const middle = STATE_MAP_PROJECTION.spotOf(lgaLabelPoint(lga));
  const ys = corners.map(({ y }) => y);
  const candidates: { spot: MapPosition; far: number }[] = [];
  for (let y = Math.min(...ys) + LGA_NAME_FONT_SIZE; y < Math.max(...ys) - LGA_NAME_FONT_SIZE; y += SCAN_STEP) {
    const [above, level, below] = [y - LGA_NAME_FONT_SIZE / 2, y, y + LGA_NAME_FONT_SIZE / 2].map((offset) =>
      spansAt(corners, offset),
    );
    for (const [from, to] of intersectSpans(intersectSpans(above ?? [], level ?? []), below ?? [])) {
      const x = (from + to) / 2;
      if (to - from > lga.length * LETTER_WIDTH + NAME_GAP)
        candidates.push({ spot: { x: Math.round(x), y: Math.round(y) }, far: Math.hypot(x - middle.x, y - middle.y) });
    }
  }
  return candidates.sort((a, b) => a.far - b.far)[0]?.spot ?? null;
}

function cornersOf(lga: Lga): MapPosition[] {
  const ring = LGA_BOUNDARIES[lga];
  return Array.from({ length: ring.length / 2 }, (_, offset) =>
    STATE_MAP_PROJECTION.spotOf({ lng: ring[2 * offset] ?? 0, lat: ring[2 * offset + 1] ?? 0 }),
  );
}

/** Returns the segments of a horizontal line that are inside an area. */
function spansAt(corners: readonly MapPosition[], y: number): Span[] {
  const crossings = corners
    .flatMap((to, offset) => {
      const from = corners[offset - 1];
      if (!from || from.y > y === to.y > y) return [];
      return [from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)];
    })
    .sort((a, b) => a - b);
  return crossings.flatMap((x, offset) => (offset % 2 ? [[crossings[offset - 1] ?? x, x] as const] : []));
}

const intersectSpans = (spans: readonly Span[], otherSpans: readonly Span[]): Span[] =>
  spans.flatMap(([a, b]) =>
    otherSpans.map(([c, d]) => [Math.max(a, c), Math.min(b, d)] as const).filter(([from, to]) => from < to),
  );

/** Positions of the LGA names on the state map. Omits LGAs that are too small for their name. */
export const LGA_NAME_LABELS = LGAS.flatMap((lga) => {
  const spot = namePosition(lga);
  return spot ? [{ lga, ...spot }] : [];
});
