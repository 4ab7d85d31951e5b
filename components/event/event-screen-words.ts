import type { EventDetails } from "@/lib/contract/event";
import { recordUrl } from "@/lib/contract/records";

import { formatEventDates } from "./event-words";

const EVENT_TABS = ["details", "tickets", "figures", "activity"] as const;
export type EventTab = (typeof EVENT_TABS)[number];

/** Parses the tab in the URL. Returns the details tab by default. */
export const parseEventTab = (raw: string | string[] | null | undefined): EventTab =>
  EVENT_TABS.find((tab) => tab === raw) ?? "details";

export const eventTabUrl = (eventId: string, tab: EventTab) =>
  tab === "details" ? recordUrl("event", eventId) : `${recordUrl("event", eventId)}?tab=${tab}`;

/** Returns the tab that contains a missing field. */
export const eventTabOfField = (field: string): EventTab => (field === "ticket_types" ? "tickets" : "details");

/** DOM id of the list of missing fields, by which the disabled button is described. */
export const MISSING_FIELDS_DOM_ID = "event-missing";

/** Formats an event's time and place in one line. */
export const formatPlaceAndTime = (event: Pick<EventDetails, "starts_at" | "ends_at" | "venue" | "lga">): string =>
  [formatEventDates(event.starts_at, event.ends_at), event.venue || "No venue yet", event.lga]
    .filter(Boolean)
    .join(" · ");
