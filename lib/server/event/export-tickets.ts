import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { TICKET_STATES } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import { tickets } from "@/lib/server/db/schema/event";
import { codeLabelColumns, moneyCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { type TicketFilters, ticketFilter } from "./ticket-filter";

const eventTitle = sql`(select e.title from events e where e.id = ${tickets.eventId})`;
const typeName = sql`(select t.name from ticket_types t where t.id = ${tickets.ticketTypeId})`;
const holderColumn = (expression: SQL) => sql`(select ${expression} from users u where u.id = ${tickets.holderId})`;
const orderColumn = (expression: SQL) =>
  sql`(select ${expression} from event_orders o left join transactions p on p.id = o.transaction_id where o.id = ${tickets.orderId})`;
const refundReference = sql`(select r.reference from transactions r where r.id = ${tickets.refundId})`;

/** Export of the ticket list. Contains only the last four letters of a code, because the complete code admits anyone. */
export const ticketExport: ExportList = {
  route: routes.event.exportTickets,
  table: tickets,
  key: { at: tickets.createdAt, id: tickets.id, direction: "desc" },
  columns: [
    ["Reference", textCell(tickets.reference)],
    ["Code ends in", textCell(sql`right(${tickets.code}, 4)`)],
    ["Event", textCell(eventTitle)],
    ["Ticket type", textCell(typeName)],
    ["Holder", textCell(holderColumn(sql`u.first_name || ' ' || u.last_name`)), "ticket.name"],
    ["Phone", textCell(holderColumn(sql`u.phone`)), "ticket.phone"],
    ["Email", textCell(holderColumn(sql`u.email`)), "ticket.email"],
    ...codeLabelColumns("State", tickets.state, TICKET_STATES),
    ["Price (naira)", moneyCell(tickets.price)],
    ["Order", textCell(orderColumn(sql`o.reference`))],
    ["Transaction", textCell(orderColumn(sql`p.reference`))],
    ["Refund", textCell(refundReference)],
    ["Sold (Lagos)", timeCell(tickets.createdAt)],
    ["Checked in (Lagos)", timeCell(tickets.checkedInAt)],
    ["Gate", textCell(tickets.gate)],
    ["Reason", textCell(tickets.reason)],
  ],
  filter: (filter) => ticketFilter(filter as TicketFilters),
};
