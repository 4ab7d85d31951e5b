import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { lgaLabelPoint, type MapPosition, STATE_MAP_PROJECTION } from "./map-projection";

const ARROW_DIRECTIONS: Record<string, MapPosition> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Returns the local government area (LGA) to which an arrow, Home or End key moves; null for other keys or at the state's border. */
export function nextLgaByKey(from: Lga, key: string): Lga | null {
  if (key === "Home") return LGAS[0];
  if (key === "End") return LGAS[LGAS.length - 1] ?? null;
  const direction = ARROW_DIRECTIONS[key];
  if (!direction) return null;
  const start = STATE_MAP_PROJECTION.spotOf(lgaLabelPoint(from));
  const candidates = LGAS.filter((lga) => lga !== from).flatMap((lga) => {
    const position = STATE_MAP_PROJECTION.spotOf(lgaLabelPoint(lga));
    const forwardDistance = (position.x - start.x) * direction.x + (position.y - start.y) * direction.y;
    const aside = Math.abs((position.x - start.x) * direction.y) + Math.abs((position.y - start.y) * direction.x);
    return forwardDistance > 0 && aside <= forwardDistance * 2 ? [{ lga, far: forwardDistance + 2 * aside }] : [];
  });
  return candidates.sort((a, b) => a.far - b.far)[0]?.lga ?? null;
}
