import type { PublicationCalendarItem } from "@/lib/contract/content-entries";

/** Start or end of a publication, as an event of the content calendar. `at`: its time in UTC. */
export type PublicationCalendarEvent = { item: PublicationCalendarItem; what: "begins" | "ends"; at: string };

/** Splits a publication into its calendar events: its start, and its end if it has one. */
export const toPublicationCalendarEvents = (item: PublicationCalendarItem): PublicationCalendarEvent[] => [
  { item, what: "begins", at: item.from },
  ...(item.until ? [{ item, what: "ends" as const, at: item.until }] : []),
];
