import "server-only";
import type { TicketType } from "@/lib/contract/event-tickets";
import type { EventRecord } from "./state";

/** Lists the fields that a draft event lacks before it can go live. Database triggers enforce the same rules. @returns field → instruction */
export function missingEventFieldsOf(
  event: Pick<EventRecord, "categoryId" | "venue" | "startsAt" | "endsAt">,
  types: readonly Pick<TicketType, "hidden" | "sales_until">[],
  now = Date.now(),
): Record<string, string> {
  const missing: Record<string, string> = {};
  if (!event.categoryId) missing.category_id = "Choose a category.";
  if (!event.venue) missing.venue = "Enter the venue.";
  if (!event.startsAt) missing.starts_at = "Enter when it starts.";
  else if (event.startsAt.getTime() <= now) missing.starts_at = "The start has passed. Enter a later one.";
  if (!event.endsAt) missing.ends_at = "Enter when it ends.";
  const isAnyOnSale = types.some((type) => !type.hidden && (!type.sales_until || Date.parse(type.sales_until) > now));
  if (!types.length) missing.ticket_types = "Add a ticket type.";
  else if (!isAnyOnSale)
    missing.ticket_types = "Show a ticket type whose sales are not over: all are hidden, or their sales have ended.";
  return missing;
}
