import type { ComparedFields } from "@/components/common/form/current-version";
import type { TicketType } from "@/lib/contract/event-tickets";
import { formatCount, formatDateTime } from "@/lib/format";
import { formatTicketPrice } from "./event-words";

type SalesWindow = Pick<TicketType, "sales_from" | "sales_until">;

/** Describes a ticket type's sales period in Lagos time. */
export function describeSalesWindow({ sales_from, sales_until }: SalesWindow): string {
  if (sales_from && sales_until) return `${formatDateTime(sales_from)} to ${formatDateTime(sales_until)}`;
  if (sales_from) return `From ${formatDateTime(sales_from)}`;
  return sales_until ? `Until ${formatDateTime(sales_until)}` : "Until the event ends";
}

/** Describes the limits of tickets per order: `At most 4 per order`, `2 to 4 per order`. */
export function describeOrderLimits({ min_per_order, max_per_order }: TicketType): string {
  if (min_per_order === max_per_order) return `Exactly ${min_per_order} per order`;
  return min_per_order === 1 ? `At most ${max_per_order} per order` : `${min_per_order} to ${max_per_order} per order`;
}

/** Fields of a ticket type that are compared after an edit conflict. */
export const TICKET_TYPE_DIFF_FIELDS: ComparedFields<TicketType> = [
  ["Name", ({ name }) => name],
  ["Description", ({ description }) => description || "none"],
  ["Price", ({ price }) => formatTicketPrice(price)],
  ["Tickets", ({ quantity }) => formatCount(quantity)],
  ["Per order", describeOrderLimits],
  ["Sales", describeSalesWindow],
  ["Hidden", ({ hidden }) => (hidden ? "yes" : "no")],
];
