import type { ComparedFields } from "@/components/common/form/current-version";
import { isSameValue } from "@/components/record-editor/draft-values";
import { parseTypedNumber, parseWholeNumber } from "@/lib/client/parse-typed-number";
import type { EventCategory, EventDetails } from "@/lib/contract/event";
import type { Lga } from "@/lib/contract/lgas.values";
import { isEmptyText, plainTextOf, type RichText } from "@/lib/contract/rich-text.values";
import { formatIfDate } from "@/lib/format";

/** Form values of an event: numbers as typed, "" if nothing is chosen. */
export type EventDraft = {
  title: string;
  description: RichText | null;
  category_id: string;
  venue: string;
  lga: Lga | "";
  /** Coordinates in degrees, as typed. */
  lat: string;
  lng: string;
  starts_at: string | null;
  ends_at: string | null;
  cover_image_id: string | null;
  organiser: string;
  capacity: string;
};

const numberToText = (value: number | null) => (value === null ? "" : String(value));

/** Converts an event to form values. */
export const draftFromEvent = (event: EventDetails): EventDraft => ({
  title: event.title,
  description: isEmptyText(event.description) ? null : event.description,
  category_id: event.category?.id ?? "",
  venue: event.venue,
  lga: event.lga ?? "",
  lat: numberToText(event.lat),
  lng: numberToText(event.lng),
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  cover_image_id: event.cover_image_id,
  organiser: event.organiser,
  capacity: numberToText(event.capacity),
});

/** Parses degrees. Returns null for "", and NaN for an invalid number, which the contract's schema then reports. */
const parseDegrees = (text: string) => (text.trim() === "" ? null : Number(text.trim()));

/** Converts form values to the contract's input. */
export const eventInputOf = (draft: EventDraft) => ({
  ...draft,
  category_id: draft.category_id || null,
  lga: draft.lga || null,
  lat: parseDegrees(draft.lat),
  lng: parseDegrees(draft.lng),
  capacity: parseTypedNumber(draft.capacity, parseWholeNumber),
});

/** Returns the event's location in form values, or null if the coordinates are missing or invalid. */
export function eventPointOf({ lat, lng }: Pick<EventDraft, "lat" | "lng">) {
  const [latitude, longitude] = [parseDegrees(lat), parseDegrees(lng)];
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { lat: latitude, lng: longitude } : null;
}

/** Parses coordinates copied from a map, such as `4.9757, 8.3417`. Returns null for any other text. */
export function parseCoordinates(text: string): { lat: string; lng: string } | null {
  const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return lat && lng ? { lat, lng } : null;
}

const DESCRIPTION_LENGTH = 160;

/** Returns the fields of an event that are compared after an edit conflict. */
export function eventDiffFields(base: EventDraft, categories: readonly EventCategory[]): ComparedFields<EventDraft> {
  const orNone = (text: string | null | undefined, none = "none") => text || none;
  const time = (instant: string | null) => (instant ? formatIfDate(instant) : "none");
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name ?? (id && `ending ${id.slice(-4)}`);
  const truncate = (text: string) =>
    text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH).trimEnd()}…` : text;
  return [
    ["Title", ({ title }) => title],
    [
      "Description",
      ({ description }) => {
        const preview = description ? truncate(plainTextOf(description)) : "none";
        // Adds "(changed)", because the shown excerpt may not contain the change.
        return isSameValue(description, base.description) ? preview : `${preview} (changed)`;
      },
    ],
    ["Category", ({ category_id }) => orNone(nameOf(category_id))],
    ["Starts", ({ starts_at }) => time(starts_at)],
    ["Ends", ({ ends_at }) => time(ends_at)],
    ["Venue", ({ venue }) => orNone(venue)],
    ["LGA", ({ lga }) => orNone(lga)],
    ["Point on the map", ({ lat, lng }) => orNone(lat && lng && `${lat}, ${lng}`)],
    ["Cover picture", ({ cover_image_id }) => (cover_image_id ? `picture ${cover_image_id.slice(-4)}` : "none")],
    ["Organiser", ({ organiser }) => orNone(organiser)],
    ["Capacity", ({ capacity }) => orNone(capacity, "the tickets of all types")],
  ];
}
