import "server-only";
import { eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { EventRow } from "@/lib/contract/event";
import type { Queryable } from "@/lib/server/db/client";
import { eventCategories, events } from "@/lib/server/db/schema/event";
import { type TicketTypeTotals, ticketTypesOf } from "./read-ticket-types";
import { eventStateOf } from "./state";

// Columns of list rows. Excludes description, search words and pictures, which may be long.
const { description: _description, words: _words, imageIds: _imageIds, ...columns } = getTableColumns(events);

const selectRows = (db: Queryable) =>
  db
    .select({ event: columns, category: eventCategories })
    .from(events)
    .leftJoin(eventCategories, eq(eventCategories.id, events.categoryId));

/** Returns list rows of these events, in the order of the ids. Skips ids that do not exist. */
export async function eventRows(db: Queryable, ids: readonly string[]): Promise<EventRow[]> {
  const found = ids.length ? await loadRows(db, inArray(events.id, [...ids])) : [];
  const rows = new Map(found.map(({ row }) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Returns the list row and the ticket types of an event; undefined if the event does not exist. */
export const eventRowOf = async (db: Queryable, id: string) => (await loadRows(db, eq(events.id, id)))[0];

async function loadRows(db: Queryable, where: SQL): Promise<{ row: EventRow; onSale: TicketTypeTotals }[]> {
  const found = await selectRows(db).where(where);
  const ids = found.map(({ event }) => event.id);
  const onSale = await ticketTypesOf(db, ids);
  return found.flatMap(({ event, category }) => {
    const totals = onSale.get(event.id);
    if (!totals) return [];
    const row: EventRow = {
      id: event.id,
      title: event.title,
      category: category && { id: category.id, name: category.name, colour: category.colour, icon: category.icon },
      venue: event.venue,
      lga: event.lga,
      starts_at: event.startsAt?.toISOString() ?? null,
      ends_at: event.endsAt?.toISOString() ?? null,
      state: eventStateOf(event),
      capacity: event.capacity,
      seats: totals.seats,
      sold: totals.sold,
      left: totals.left,
      revenue: totals.revenue,
      updated_at: event.updatedAt.toISOString(),
      version: event.version,
    };
    return [{ row, onSale: totals }];
  });
}
