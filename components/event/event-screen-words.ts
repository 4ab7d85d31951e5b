import type { EventSingle } from "@/lib/contract/event";
import { recordUrl } from "@/lib/contract/records";
import { formatCount } from "@/lib/format";

import { whenWords } from "./event-words";

const EVENT_TABS = ["details", "tickets", "figures", "activity"] as const;
export type EventTab = (typeof EVENT_TABS)[number];

/** The part of an event's page that the address names. */
export const tabOf = (raw: string | string[] | null | undefined): EventTab =>
  EVENT_TABS.find((tab) => tab === raw) ?? "details";

export const tabUrl = (eventId: string, tab: EventTab) =>
  tab === "details" ? recordUrl("event", eventId) : `${recordUrl("event", eventId)}?tab=${tab}`;

/** What is missing before an event can go live stands in this part of its page. */
export const tabOfField = (field: string): EventTab => (field === "ticket_types" ? "tickets" : "details");

/** The box that says what is missing; the button that it locks points there. */
export const MISSING_ID = "event-missing";

/** When and where, in one line. */
export const placeAndTime = (event: Pick<EventSingle, "starts_at" | "ends_at" | "venue" | "lga">): string =>
  [whenWords(event.starts_at, event.ends_at), event.venue || "No venue yet", event.lga].filter(Boolean).join(" · ");

/** `1 ticket`, `1,200 tickets` */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
