import type { Facts } from "@/components/common/form/current-version";
import { isSame } from "@/components/entry/entry-draft";
import { readWhole, typedNumber } from "@/lib/client/typed";
import type { EventCategory, EventSingle } from "@/lib/contract/event";
import type { Lga } from "@/lib/contract/kyc.values";
import { isEmptyText, plainTextOf, type RichText } from "@/lib/contract/rich-text.values";
import { formatDateTime } from "@/lib/format";

/** What the form holds: numbers as they are typed, "" for what is not chosen. */
export type EventDraft = {
  title: string;
  description: RichText | null;
  category_id: string;
  venue: string;
  lga: Lga | "";
  /** Degrees. */
  lat: string;
  lng: string;
  starts_at: string | null;
  ends_at: string | null;
  cover_image_id: string | null;
  organiser: string;
  capacity: string;
};

const typed = (value: number | null) => (value === null ? "" : String(value));

export const draftFrom = (event: EventSingle): EventDraft => ({
  title: event.title,
  description: isEmptyText(event.description) ? null : event.description,
  category_id: event.category?.id ?? "",
  venue: event.venue,
  lga: event.lga ?? "",
  lat: typed(event.lat),
  lng: typed(event.lng),
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  cover_image_id: event.cover_image_id,
  organiser: event.organiser,
  capacity: typed(event.capacity),
});

/** Degrees that were typed; null for none, NaN for what is no number: the contract then says so. */
const degrees = (text: string) => (text.trim() === "" ? null : Number(text.trim()));

/** As the contract's form takes it. */
export const valuesOf = (draft: EventDraft) => ({
  ...draft,
  category_id: draft.category_id || null,
  lga: draft.lga || null,
  lat: degrees(draft.lat),
  lng: degrees(draft.lng),
  capacity: typedNumber(draft.capacity, readWhole),
});

/** The point of a draft; null while it has none that a map could show. */
export function pointOf({ lat, lng }: Pick<EventDraft, "lat" | "lng">) {
  const [north, east] = [degrees(lat), degrees(lng)];
  const isPlace = north !== null && east !== null && Math.abs(north) <= 90 && Math.abs(east) <= 180;
  return isPlace ? { lat: north, lng: east } : null;
}

/** Two numbers as maps copy them, `4.9757, 8.3417`; null for anything else. */
export function coordinatesIn(text: string): { lat: string; lng: string } | null {
  const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return lat && lng ? { lat, lng } : null;
}

const DESCRIPTION_SHOWN = 160;

/** What an event says of itself, for the difference between two versions. */
export function eventFacts(base: EventDraft, categories: readonly EventCategory[]): Facts<EventDraft> {
  const or = (text: string | null | undefined, none = "none") => text || none;
  const time = (instant: string | null) => (instant ? formatDateTime(instant) : "none");
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name ?? (id && `ending ${id.slice(-4)}`);
  const beginning = (text: string) =>
    text.length > DESCRIPTION_SHOWN ? `${text.slice(0, DESCRIPTION_SHOWN).trimEnd()}…` : text;
  return [
    ["Title", ({ title }) => title],
    [
      "Description",
      ({ description }) => {
        const words = description ? beginning(plainTextOf(description)) : "none";
        // A change beyond the beginning, or of the look alone, is told as well.
        return isSame(description, base.description) ? words : `${words} (changed)`;
      },
    ],
    ["Category", ({ category_id }) => or(nameOf(category_id))],
    ["Starts", ({ starts_at }) => time(starts_at)],
    ["Ends", ({ ends_at }) => time(ends_at)],
    ["Venue", ({ venue }) => or(venue)],
    ["LGA", ({ lga }) => or(lga)],
    ["Point on the map", ({ lat, lng }) => or(lat && lng && `${lat}, ${lng}`)],
    ["Cover picture", ({ cover_image_id }) => (cover_image_id ? `picture ${cover_image_id.slice(-4)}` : "none")],
    ["Organiser", ({ organiser }) => or(organiser)],
    ["Capacity", ({ capacity }) => or(capacity, "as many as its ticket types have")],
  ];
}
