import { EVENT_STATES, TICKET_STATES, type TicketSaleState } from "@/lib/contract/event.values";
import { formatDateTime, formatDay, formatMoney, formatTime, lagosDay, selectOptions } from "@/lib/format";

export const EVENT_STATE_OPTIONS = selectOptions(EVENT_STATES);
export const TICKET_STATE_OPTIONS = selectOptions(TICKET_STATES);

/** Labels of a ticket type's sale state, such as "On sale". */
export const TICKET_SALE_LABELS: Record<TicketSaleState, string> = {
  on_sale: "On sale",
  not_yet: "Not on sale yet",
  over: "Sales ended",
  sold_out: "Sold out",
  hidden: "Hidden",
};

/** Formats a price in kobo; 0 is "Free". */
export const formatTicketPrice = (kobo: number) => (kobo === 0 ? "Free" : formatMoney(kobo));

/** Formats an event's hours: "18:00 to 02:00". Includes the day of the end if the event lasts 24 hours or longer. */
export function formatTimeRange(startsAt: string, endsAt: string): string {
  const isLong = Date.parse(endsAt) - Date.parse(startsAt) >= 86_400_000;
  return `${formatTime(startsAt)} to ${isLong ? formatDateTime(endsAt) : formatTime(endsAt)}`;
}

/**
 * Formats an event's time in Lagos: "12 Dec 2026, 18:00 to 23:00". Includes the day of the end if it differs from that of the
 * start.
 */
export function formatEventDates(startsAt: string | null, endsAt: string | null): string {
  if (!startsAt) return "No date yet";
  if (!endsAt) return formatDateTime(startsAt);
  const day = (instant: string) => lagosDay(Date.parse(instant));
  return day(startsAt) === day(endsAt)
    ? `${formatDay(day(startsAt))}, ${formatTime(startsAt)} to ${formatTime(endsAt)}`
    : `${formatDateTime(startsAt)} to ${formatDateTime(endsAt)}`;
}
