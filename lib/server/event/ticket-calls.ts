import "server-only";
import { canSeeField } from "@/lib/contract/personal.values";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { toUnpagedList } from "@/lib/server/lists/list";
import { findPeople } from "@/lib/server/user/find-people";
import { listTickets } from "./list-tickets";
import { refundTicket } from "./refund-ticket";
import { mailTicket, makeTicketPdf } from "./send-ticket";
import { replaceTicketCodeByReference } from "./ticket-filter";
import { readTicketDetails } from "./ticket-single";
import { listTicketsForApp } from "./tickets-for-app";
import { transferTicket } from "./transfer-ticket";
import { voidTicket } from "./void-ticket";

const { event: calls } = api;

/** Handlers of the calls that list, send, transfer, refund and void tickets, and list a citizen's tickets for the app. */
export const ticketHandlers = {
  tickets: calls.tickets.handler(({ input, context: { db } }) => listTickets(db, input)),
  exportTickets: calls.exportTickets.handler(async ({ input, context }) =>
    createExportLink(context, "tickets", await replaceTicketCodeByReference(context.db, input)),
  ),
  holders: calls.holders.handler(({ input, context: { db, admin } }) =>
    toUnpagedList(findPeople(db, input.q, canSeeField(admin.rights, "ticket.phone"))),
  ),
  ticket: calls.ticket.handler(({ input, context: { db } }) => readTicketDetails(db, input.ticketId)),
  ticketPdf: calls.ticketPdf.handler(({ input, context }) => makeTicketPdf(context, input.ticketId)),
  mailTicket: calls.mailTicket.handler(({ input, context }) => mailTicket(context, input.ticketId)),
  transferTicket: calls.transferTicket.handler(({ input, context }) => transferTicket(context, input)),
  refundTicket: calls.refundTicket.handler(({ input, context }) => refundTicket(context, input)),
  voidTicket: calls.voidTicket.handler(({ input, context }) => voidTicket(context, input)),
  ticketsForApp: calls.ticketsForApp.handler(({ input, context }) => listTicketsForApp(context, input)),
};
