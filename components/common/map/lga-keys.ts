import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { labelPlace, type Spot, STATE_SHAPE } from "./map-shape";

const DIRECTIONS: Record<string, Spot> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Returns the LGA that a key moves to on the map; null if the key does not navigate or no LGA lies in that direction. */
export function lgaByKey(from: Lga, key: string): Lga | null {
  if (key === "Home") return LGAS[0];
  if (key === "End") return LGAS[LGAS.length - 1] ?? null;
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const start = STATE_SHAPE.spotOf(labelPlace(from));
  const ahead = LGAS.filter((lga) => lga !== from).flatMap((lga) => {
    const spot = STATE_SHAPE.spotOf(labelPlace(lga));
    const along = (spot.x - start.x) * direction.x + (spot.y - start.y) * direction.y;
    const aside = Math.abs((spot.x - start.x) * direction.y) + Math.abs((spot.y - start.y) * direction.x);
    return along > 0 && aside <= along * 2 ? [{ lga, far: along + 2 * aside }] : [];
  });
  return ahead.sort((a, b) => a.far - b.far)[0]?.lga ?? null;
}
