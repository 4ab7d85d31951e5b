import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { EventDetails } from "@/lib/contract/event";
import type { TicketDetails, TicketType } from "@/lib/contract/event-tickets";
import { accessQuery } from "@/lib/queries/rp";
import { EventActions } from "./event-actions";
import { TicketActions } from "./ticket-actions";
import { TicketTypeList } from "./ticket-type-list";

setNavigationHooks({
  useRouter: () => ({ push: () => {}, prefetch: () => {} }),
  usePathname: () => "/dashboard/event-management/events/1",
  useSearchParams: () => new URLSearchParams(),
});
const TICKET_TYPE: TicketType = {
  ...{ id: "t1", name: "Regular", description: "", price: 500_000, quantity: 100, min_per_order: 1, max_per_order: 4 },
  ...{ sales_from: null, sales_until: null, hidden: false, position: 0, sold: 0, held: 0, left: 100, revenue: 0 },
  ...{ sale: "on_sale", is_used: false, version: 1 },
};
const EVENT = {
  ...{ id: "e1", title: "Jazz night", state: "live", awaiting: null, missing: {}, is_used: false, version: 3 },
  ...{ ticket_types: [TICKET_TYPE], sold: 0, held: 0, left: 100, seats: 100 },
} as unknown as EventDetails;
const TICKET = {
  ...{ id: "k1", reference: "TKT-1", version: 2, state: "valid", awaiting: null, event_state: "live", price: 200_000 },
} as unknown as TicketDetails;

/** Renders controls for an admin with these rights in Events. @returns the names of the buttons */
function buttonsFor(rights: object, controls: ReactNode) {
  cleanup();
  const client = makeQueryClient();
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "Events", access: rights }] } as never);
  render(<QueryClientProvider client={client}>{controls}</QueryClientProvider>);
  return screen.queryAllByRole("button").map((each) => (each.getAttribute("aria-label") ?? each.textContent)?.trim());
}

it("shows the actions on an event only to admins with the right", () => {
  const actions = <EventActions event={EVENT} unsaved={false} onDelete={() => {}} />;
  expect(buttonsFor({ read: true }, actions)).toEqual([]);
  expect(buttonsFor({ read: true, update: true }, actions)).toEqual(["Cancel event"]);
  expect(buttonsFor({ read: true, create: true }, actions)).toEqual(["Duplicate"]);
});

it("shows ticket types to admins who may only read, without buttons to add, change or delete one", () => {
  const list = <TicketTypeList event={EVENT} />;
  expect(buttonsFor({ read: true }, list)).toEqual([]);
  expect(screen.getByText("Regular")).toBeDefined();
  expect(buttonsFor({ read: true, update: true }, list)).toEqual([
    "New ticket type",
    "Change Regular",
    "Delete Regular",
  ]);
});

it("shows the actions on a ticket only to admins who may update, and its PDF only to those who may export", () => {
  const actions = <TicketActions ticket={TICKET} />;
  expect(buttonsFor({ read: true }, actions)).toEqual([]);
  expect(buttonsFor({ read: true, export: true }, actions)).toEqual(["Ticket (PDF)"]);
  expect(buttonsFor({ read: true, update: true }, actions)).toEqual([
    "Mail again",
    "Transfer",
    "Void",
    "Refund",
    "Check in",
  ]);
});
