import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { ScanResult } from "@/lib/contract/event.values";
import type { ScanAnswer } from "@/lib/contract/event-gate";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import type { EventRecord } from "./state";

/** Selects the columns of a ticket that gates may see. They never include the code. */
const selectScanned = (db: Queryable) =>
  db
    .select({
      id: tickets.id,
      reference: tickets.reference,
      codeHash: tickets.codeHash,
      eventId: tickets.eventId,
      ticketTypeId: tickets.ticketTypeId,
      state: tickets.state,
      checkedInAt: tickets.checkedInAt,
      gate: tickets.gate,
      title: events.title,
      type: ticketTypes.name,
      holder: { firstName: users.firstName, lastName: users.lastName },
      by: { firstName: admins.firstName, lastName: admins.lastName },
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(users, eq(users.id, tickets.holderId))
    .leftJoin(admins, eq(admins.id, tickets.checkedInBy))
    .$dynamic();
/** A ticket with the fields that gates may see. */
export type ScannedTicket = Awaited<ReturnType<typeof selectScanned>>[number];

/** Returns tickets with the fields that gates may see. */
export const readScannedTickets = async (db: Queryable, ids: readonly string[]): Promise<ScannedTicket[]> =>
  ids.length ? selectScanned(db).where(inArray(tickets.id, [...ids])) : [];

/** Returns the result of a scan. Admits even after the event's end, because offline scans arrive late. */
export function scanResultOf(event: Pick<EventRecord, "id" | "state">, ticket: ScannedTicket | undefined): ScanResult {
  if (event.state === "draft") return "not_open";
  if (!ticket) return "unknown";
  if (ticket.eventId !== event.id) return "other_event";
  if (ticket.state === "checked_in") return "already_in";
  if (ticket.state !== "valid") return ticket.state;
  return event.state === "live" ? "checked_in" : "not_open";
}

/** Returns a ticket as the gate shows it. @param eventId event of the gate */
export const gateTicketOf = (ticket: ScannedTicket, eventId: string): NonNullable<ScanAnswer["ticket"]> => ({
  id: ticket.id,
  reference: ticket.reference,
  holder: fullName(ticket.holder),
  type: ticket.type,
  state: ticket.state,
  at: ticket.checkedInAt?.toISOString() ?? null,
  gate: ticket.gate,
  by: ticket.by ? fullName(ticket.by) : "",
  other_event: ticket.eventId === eventId ? null : ticket.title,
});
