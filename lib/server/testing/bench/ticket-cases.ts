import type { BenchCase, SampleRecords } from "./cases";
import { deepPageIndex } from "./deep-page";

const LIST_PATH = "/events/tickets";

/**
 * Returns the API calls on tickets that the benchmark measures. The list shows at most 100,000 rows if it is filtered, and all rows
 * otherwise.
 */
export function ticketCasesOf({ ticket }: SampleRecords, rows: number, day: (daysBack: number) => string): BenchCase[] {
  if (!ticket) return [];
  const growsCase = (name: string, path: string): BenchCase => ({ name: `tickets, ${name}`, path, rule: "grows" });
  const deepCase = (name: string, query: string, page: number): BenchCase => ({
    name: `tickets, ${name}, page ${(page + 1).toLocaleString("en")}`,
    path: `${LIST_PATH}?${query}&page=${page}`,
    rule: "deep",
    first: `tickets, ${name}`,
  });
  const search = (name: string, searchText: string): BenchCase => ({
    name: `tickets, ${name}`,
    path: `${LIST_PATH}?q=${encodeURIComponent(searchText)}`,
    rule: "search",
    first: "tickets, first page",
  });
  const lastPage = deepPageIndex(rows);
  const pageOfShare = (rowShare: number) => deepPageIndex(rows * rowShare, 4_999);
  return [
    growsCase("first page", LIST_PATH),
    ...["created_at", "checked_in_at", "-checked_in_at"].map((sort) =>
      growsCase(`sort ${sort}`, `${LIST_PATH}?sort=${sort}`),
    ),
    ...["state=valid", "state=checked_in", "state=void", "state=refunded,void"].map((filter) =>
      growsCase(filter, `${LIST_PATH}?${filter}`),
    ),
    growsCase("an event", `${LIST_PATH}?event=${ticket.eventId}`),
    growsCase("an event, state=valid", `${LIST_PATH}?event=${ticket.eventId}&state=valid`),
    growsCase("a type", `${LIST_PATH}?type=${ticket.typeId}`),
    growsCase("a holder", `${LIST_PATH}?holder=${ticket.holderId}`),
    growsCase("a week", `${LIST_PATH}?from=${day(107)}&to=${day(100)}`),
    deepCase("first page", "sort=-created_at", lastPage),
    deepCase("state=valid", "state=valid", pageOfShare(0.19)),
    search("paste a reference", ticket.reference),
    search("paste an order", ticket.order),
    search("paste a code", ticket.code),
    search("paste an email", ticket.email),
    search("paste a phone", ticket.phone),
    search("a name", "lasta12"),
    search("two names", "lasta firstb"),
    search("a beginning that many have", "last"),
    search("nothing there", "zzz"),
    growsCase("one", `${LIST_PATH}/${ticket.id}`),
    growsCase("figures of an event", `/events/${ticket.eventId}/figures`),
    growsCase("an event's page", `/events/${ticket.eventId}`),
    growsCase("a gate", `/events/${ticket.eventId}/check-in`),
    growsCase("events", "/events"),
    growsCase("events, overview", "/events/overview"),
  ];
}
