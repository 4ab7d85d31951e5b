import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { formatDateTime } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { tickets } from "@/lib/server/db/schema/event";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { readAdminName } from "@/lib/server/rp/active-admins";
import { emitTicketWebhooks } from "@/lib/server/webhooks/record-events";
import { type TicketRecord, ticketRecordRef } from "./record";
import { lockEventForScan } from "./store-scans";
import { readTicketDetails } from "./ticket-single";

type TicketVersion = { ticketId: string; version: number };

/** Gate name stored for a check-in that an admin made on the ticket's page. */
const GATE_NAME = "Manual check-in";

/**
 * Checks in a ticket without scanning its code, for a visitor who has lost the code.
 * @throws 404; 409 with the current ticket if it has changed, is not valid, or its event is not live
 */
export async function checkInManually({ tx, admin, audit }: WriteContext, ref: TicketVersion): Promise<TicketDetails> {
  const { ticket, conflict } = await lockTicketVersion(tx, ref);
  if (ticket.state === "checked_in") {
    const at = ticket.checkedInAt && formatDateTime(ticket.checkedInAt.getTime());
    throw await conflict(
      `${await readAdminName(tx, ticket.checkedInBy)} checked in this ticket already: ${at}, ${ticket.gate}.`,
    );
  }
  if (ticket.state !== "valid") throw await conflict(`This ticket is ${ticket.state}. It lets nobody in.`);
  const event = await lockEventForScan(tx, ticket.eventId);
  if (event.state !== "live")
    throw await conflict(
      event.state === "cancelled"
        ? "This event was cancelled, so nobody can be checked in."
        : "This event is not live yet, so nobody can be checked in.",
    );
  await setTicket(tx, ticket, { state: "checked_in", checkedInAt: new Date(), checkedInBy: admin.id, gate: GATE_NAME });
  audit({
    record: ticketRecordRef(ticket),
    before: { state: "valid" },
    after: { state: "checked_in", gate: GATE_NAME },
  });
  return readTicketDetails(tx, ticket.id);
}

/**
 * Makes a checked-in ticket valid again. Refused once the event is cancelled, because refunds depend on who was checked in.
 * @throws 404; 409 with the current ticket if it has changed, is not checked in, or its event is cancelled
 */
export async function undoCheckIn(
  { tx, audit }: WriteContext,
  { reason, ...ref }: TicketVersion & { reason: string },
): Promise<TicketDetails> {
  const { ticket, conflict } = await lockTicketVersion(tx, ref);
  if (ticket.state !== "checked_in")
    throw await conflict(`This ticket is ${ticket.state}, so there is no check-in to undo.`);
  const event = await lockEventForScan(tx, ticket.eventId);
  if (event.state !== "live") throw await conflict("This event was cancelled, so its check-ins stay as they are.");
  await setTicket(tx, ticket, { state: "valid", checkedInAt: null, checkedInBy: null, gate: "" });
  audit({
    record: ticketRecordRef(ticket),
    before: { state: "checked_in", gate: ticket.gate, checked_in_at: ticket.checkedInAt?.toISOString() },
    after: { state: "valid", reason },
  });
  return readTicketDetails(tx, ticket.id);
}

/** Locks a ticket until the transaction ends. @throws 404; 409 with the current ticket if it has changed since `version` */
async function lockTicketVersion(tx: Transaction, { ticketId, version }: TicketVersion) {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for("no key update");
  if (!ticket) throw refuse.notFound("ticket");
  const conflict = async (message: string) => refuse.conflict(message, await readTicketDetails(tx, ticketId));
  await rejectStaleVersion("ticket", ticket, version, () => readTicketDetails(tx, ticketId));
  return { ticket, conflict };
}

type CheckInFields = Pick<TicketRecord, "state" | "checkedInAt" | "checkedInBy" | "gate">;
/** Updates the locked ticket. @throws Error if its state or version has changed since it was read */
async function setTicket(tx: Transaction, { id, version, state }: TicketRecord, values: CheckInFields): Promise<void> {
  const [changed] = await tx
    .update(tickets)
    .set({ ...values, updatedAt: sql`clock_timestamp()`, version: version + 1 })
    .where(and(eq(tickets.id, id), eq(tickets.state, state), eq(tickets.version, version)))
    .returning();
  if (!changed) throw new Error("A locked ticket changed.");
  await emitTicketWebhooks(tx, [changed]);
}
