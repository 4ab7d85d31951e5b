import "server-only";
import { isNearLga, lgaAt } from "@/lib/contract/lga.values";
import type { Lga } from "@/lib/contract/lgas.values";
import { gridCellOf } from "@/lib/contract/place.values";
import { refuse } from "@/lib/server/api/errors";

/** Accepted distance in km of a point from the chosen LGA, because borders are simplified and phones are inaccurate. */
const TOLERANCE_KM = 3;

type SentPlace = { lga?: Lga; lat?: number; lng?: number };
type ResolvedPlace = { lga: Lga; lat: number | null; lng: number | null; cell: number | null };

/** Returns a report's place, with the LGA of the point if none was sent. @throws 400 outside the state or LGA */
export function resolvePlace({ lga, lat, lng }: SentPlace): ResolvedPlace {
  if (lat === undefined || lng === undefined) {
    if (!lga) throw fieldError("lga", "Send the place: an LGA, a point, or both.");
    return { lga, lat: null, lng: null, cell: null };
  }
  const found = lgaAt(lat, lng);
  if (lga && isNearLga(lat, lng, lga, TOLERANCE_KM)) return { lga, lat, lng, cell: gridCellOf(lat, lng) };
  if (!found)
    throw fieldError(
      "lat",
      "This point is not in Cross River State. Send a point inside the state, or the LGA without a point.",
    );
  if (lga)
    throw fieldError(
      "lga",
      `This point is in ${found}, not in ${lga}. Send ${found}, or leave the LGA out: the point then sets it.`,
    );
  return { lga: found, lat, lng, cell: gridCellOf(lat, lng) };
}

const fieldError = (field: string, message: string) => refuse.badInput(message, { [field]: message });
