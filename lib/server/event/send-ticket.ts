import "server-only";
import { eq } from "drizzle-orm";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import type { ExportLink } from "@/lib/contract/exports";
import { routes } from "@/lib/contract/routes";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { createDownloadLink, refuseHiddenFields } from "@/lib/server/exports/link";
import { ticketWithEvent } from "./change-ticket";
import { ticketRecordRef } from "./record";
import { queueTicketMail } from "./ticket-mail";
import { readTicketDetails } from "./ticket-single";

const INVALID_MESSAGE = "This ticket is no longer valid, so it can't be handed out.";
const CANCELLED_MESSAGE = "This event is cancelled, so its tickets can't be handed out.";

/** Returns a ticket that can be sent. @throws 404; 409 with the ticket if it is refunded, void, or its event is cancelled */
async function requireUsableTicket(tx: Transaction, ticketId: string) {
  const found = await ticketWithEvent(tx, ticketId);
  const isInvalid = found.ticket.state === "refunded" || found.ticket.state === "void";
  if (isInvalid || found.event.state === "cancelled")
    throw refuse.conflict(isInvalid ? INVALID_MESSAGE : CANCELLED_MESSAGE, await readTicketDetails(tx, ticketId));
  return found.ticket;
}

/**
 * Creates the download link of a ticket's PDF with its QR code, and adds an entry to the ticket's history.
 * @throws as `requireUsableTicket`; 403 without the right to see the holder
 */
export async function makeTicketPdf(context: WriteContext, ticketId: string): Promise<ExportLink> {
  const ticket = await requireUsableTicket(context.tx, ticketId);
  refuseHiddenFields(context.admin, routes.event.ticketPdf);
  const filter = { ticket_id: ticket.id, reference: ticket.reference };
  const link = await createDownloadLink(context, { list: "event-ticket", format: "pdf", filter, rows: 1 });
  context.audit({ record: ticketRecordRef(ticket), after: { export: link.export_id } });
  return link;
}

/** Mails a ticket to its holder again. @throws as `requireUsableTicket`; 409 if the holder's account is closed */
export async function mailTicket({ tx, audit }: WriteContext, ticketId: string): Promise<TicketDetails> {
  const ticket = await requireUsableTicket(tx, ticketId);
  const [holder] = await tx.select().from(users).where(eq(users.id, ticket.holderId));
  if (!holder || holder.status === "closed")
    throw refuse.conflict(
      "The holder's account is closed, so no mail is sent to it.",
      await readTicketDetails(tx, ticketId),
    );
  await queueTicketMail(tx, { userId: holder.id, ticketIds: [ticket.id] });
  audit({ record: ticketRecordRef(ticket), after: { mailed_to: fullName(holder), holder_id: holder.id } });
  return readTicketDetails(tx, ticketId);
}
