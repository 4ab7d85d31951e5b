import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { formatWhen } from "./format-when";
import type { EventRecord } from "./state";

/** Event columns without the description. It may be long, and other buyers wait during this query. */
const EVENT_COLUMNS = {
  id: events.id,
  title: events.title,
  venue: events.venue,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
};

/** Returns an event's time and venue as two lines of a mail. */
export const timeAndPlaceLines = (event: Pick<EventRecord, "startsAt" | "endsAt" | "venue">) =>
  `When: ${formatWhen(event)}, Lagos time\nWhere: ${event.venue}`;

/**
 * Queues a push and a mail with a PDF of these tickets of one event, in the current transaction. Only the PDF contains the ticket codes.
 * The PDF is drawn when the mail is sent, from the tickets that are then valid and still belong to this citizen.
 * @param opening first sentence of the mail, instead of "Your tickets … are attached"
 */
export async function queueTicketMail(
  tx: Transaction,
  { userId, ticketIds, opening }: { userId: string; ticketIds: readonly string[]; opening?: string },
): Promise<void> {
  const found = await tx
    .select({ id: tickets.id, reference: tickets.reference, type: ticketTypes.name, event: EVENT_COLUMNS })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(inArray(tickets.id, [...ticketIds]))
    .orderBy(asc(tickets.id));
  const [first] = found;
  if (!first) throw new Error("A mail of tickets names none.");
  const { event } = first;
  const isPlural = found.length > 1;
  const summary = `Your ${isPlural ? "tickets" : "ticket"} for ${event.title}`;
  await notifyCitizen(tx, userId, {
    subject: summary,
    text: `${opening ?? `${summary} ${isPlural ? "are" : "is"} attached as a PDF.`}

${timeAndPlaceLines(event)}

${found.map(({ type, reference }) => `${type}: ${reference}`).join("\n")}

Show the QR code of each ticket at the gate, on your phone or printed. The first person to show it is let in, so share it with nobody else.`,
    title: summary,
    body: `${formatWhen(event)}, ${event.venue}`,
    data: { category: "event", event_id: event.id },
    ticketIds: found.map(({ id }) => id),
  });
}
