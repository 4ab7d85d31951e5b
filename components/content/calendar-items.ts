import type { CalendarItem } from "@/lib/contract/entries";

/** What happens on a day: an item goes out, or it ends. `at`: when, UTC. */
export type CalendarEvent = { item: CalendarItem; what: "begins" | "ends"; at: string };

export const eventsOf = (item: CalendarItem): CalendarEvent[] => [
  { item, what: "begins", at: item.from },
  ...(item.until ? [{ item, what: "ends" as const, at: item.until }] : []),
];
