import "server-only";
import { desc, eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";

const PAGE_SIZE = 50;

/** Lists a citizen's tickets with their codes, newest first, in all states. @throws 404; 409 for a closed account */
export async function listTicketsForApp(
  { db, citizen }: HandlerContext,
  { user_id, page }: { user_id: string; page: number },
) {
  const user = await citizen(user_id);
  const found = await db
    .select({ ticket: tickets, type: ticketTypes.name, event: events })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(eq(tickets.holderId, user.id))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE);
  return {
    items: found.map(({ ticket, type, event }) => ({
      id: ticket.id,
      reference: ticket.reference,
      code: ticket.code,
      type,
      state: ticket.state,
      price: ticket.price,
      event: {
        id: event.id,
        title: event.title,
        venue: event.venue,
        starts_at: event.startsAt?.toISOString() ?? null,
        ends_at: event.endsAt?.toISOString() ?? null,
      },
    })),
  };
}
