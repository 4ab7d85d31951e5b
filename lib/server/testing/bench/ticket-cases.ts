import type { Case, Sample } from "./cases";
import { deepPage } from "./deep-page";

const LIST = "/events/tickets";

/** Returns calls about tickets. A filtered list ends at row 100,000; the whole list does not. */
export function ticketCasesOf({ ticket }: Sample, rows: number, day: (back: number) => string): Case[] {
  if (!ticket) return [];
  const grows = (name: string, path: string): Case => ({ name: `tickets, ${name}`, path, rule: "grows" });
  const deep = (name: string, query: string, page: number): Case => ({
    name: `tickets, ${name}, page ${(page + 1).toLocaleString("en")}`,
    path: `${LIST}?${query}&page=${page}`,
    rule: "deep",
    first: `tickets, ${name}`,
  });
  const search = (name: string, typed: string): Case => ({
    name: `tickets, ${name}`,
    path: `${LIST}?q=${encodeURIComponent(typed)}`,
    rule: "search",
    first: "tickets, first page",
  });
  const last = deepPage(rows);
  const narrowed = (share: number) => deepPage(rows * share, 4_999);
  return [
    grows("first page", LIST),
    ...["created_at", "checked_in_at", "-checked_in_at"].map((sort) => grows(`sort ${sort}`, `${LIST}?sort=${sort}`)),
    ...["state=valid", "state=checked_in", "state=void", "state=refunded,void"].map((filter) =>
      grows(filter, `${LIST}?${filter}`),
    ),
    grows("an event", `${LIST}?event=${ticket.eventId}`),
    grows("an event, state=valid", `${LIST}?event=${ticket.eventId}&state=valid`),
    grows("a type", `${LIST}?type=${ticket.typeId}`),
    grows("a holder", `${LIST}?holder=${ticket.holderId}`),
    grows("a week", `${LIST}?from=${day(107)}&to=${day(100)}`),
    deep("first page", "sort=-created_at", last),
    deep("state=valid", "state=valid", narrowed(0.19)),
    search("paste a reference", ticket.reference),
    search("paste an order", ticket.order),
    search("paste a code", ticket.code),
    search("paste an email", ticket.email),
    search("paste a phone", ticket.phone),
    search("a name", "lasta12"),
    search("two names", "lasta firstb"),
    search("a beginning that many have", "last"),
    search("nothing there", "zzz"),
    grows("one", `${LIST}/${ticket.id}`),
    grows("figures of an event", `/events/${ticket.eventId}/figures`),
    grows("an event's page", `/events/${ticket.eventId}`),
    grows("a gate", `/events/${ticket.eventId}/check-in`),
    grows("events", "/events"),
    grows("events, overview", "/events/overview"),
  ];
}
