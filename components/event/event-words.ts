import { EVENT_STATES, type SaleState, TICKET_STATES } from "@/lib/contract/event.values";
import { formatDateTime, formatDay, formatMoney, formatTime, lagosDay, optionsOf } from "@/lib/format";

export const EVENT_STATE_OPTIONS = optionsOf(EVENT_STATES);
export const TICKET_STATE_OPTIONS = optionsOf(TICKET_STATES);

export const SALE_WORDS: Record<SaleState, string> = {
  on_sale: "On sale",
  not_yet: "Not on sale yet",
  over: "Sales ended",
  sold_out: "Sold out",
  hidden: "Hidden",
};

/** ₦0.00 is free. */
export const priceWords = (kobo: number) => (kobo === 0 ? "Free" : formatMoney(kobo));

/** "18:00 to 02:00" on the day of its start; with the day of the end where it takes a day or longer. */
export function hoursWords(startsAt: string, endsAt: string): string {
  const isLong = Date.parse(endsAt) - Date.parse(startsAt) >= 86_400_000;
  return `${formatTime(startsAt)} to ${isLong ? formatDateTime(endsAt) : formatTime(endsAt)}`;
}

/** "12 Dec 2026, 18:00 to 23:00", with the day of the end where that is another; Lagos time. */
export function whenWords(startsAt: string | null, endsAt: string | null): string {
  if (!startsAt) return "No date yet";
  if (!endsAt) return formatDateTime(startsAt);
  const day = (at: string) => lagosDay(Date.parse(at));
  return day(startsAt) === day(endsAt)
    ? `${formatDay(day(startsAt))}, ${formatTime(startsAt)} to ${formatTime(endsAt)}`
    : `${formatDateTime(startsAt)} to ${formatDateTime(endsAt)}`;
}
