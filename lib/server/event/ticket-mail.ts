import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { tellCitizen } from "@/lib/server/citizen/tell-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import type { EventRecord } from "./state";
import { whenOf } from "./ticket-words";

/** Without the description, which may be long and would be read with every ticket, while other buyers wait. */
const EVENT = {
  id: events.id,
  title: events.title,
  venue: events.venue,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
};

/** Where and when an event is, as the lines of a mail. */
const placeLines = (event: Pick<EventRecord, "startsAt" | "endsAt" | "venue">) =>
  `When: ${whenOf(event)}, Lagos time\nWhere: ${event.venue}`;

/**
 * Queues one mail with these tickets, which are all for one event, as a PDF, and a push, in the transaction of what
 * brought them. The codes stand in the PDF alone, which is drawn when the mail leaves, and only for tickets that are then
 * still this citizen's and valid.
 * @param opening what the mail begins with, instead of that the tickets are attached
 */
export async function ticketMail(
  tx: Transaction,
  { userId, ticketIds, opening }: { userId: string; ticketIds: readonly string[]; opening?: string },
): Promise<void> {
  const found = await tx
    .select({ id: tickets.id, reference: tickets.reference, type: ticketTypes.name, event: EVENT })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(inArray(tickets.id, [...ticketIds]))
    .orderBy(asc(tickets.id));
  const [first] = found;
  if (!first) throw new Error("A mail of tickets names none.");
  const { event } = first;
  const many = found.length > 1;
  const line = `Your ${many ? "tickets" : "ticket"} for ${event.title}`;
  await tellCitizen(tx, userId, {
    subject: line,
    text: `${opening ?? `${line} ${many ? "are" : "is"} attached as a PDF.`}

${placeLines(event)}

${found.map(({ type, reference }) => `${type}: ${reference}`).join("\n")}

Show the QR code of each ticket at the gate, on your phone or printed. The first person to show it is let in, so share it with nobody else.`,
    title: line,
    body: `${whenOf(event)}, ${event.venue}`,
    data: { category: "event", event_id: event.id },
    ticketIds: found.map(({ id }) => id),
  });
}
