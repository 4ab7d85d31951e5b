import "server-only";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import type { EventCategory } from "@/lib/contract/event";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { eventCategories } from "@/lib/server/db/schema/event";

// Raw SQL, because drizzle would omit the table name in the subquery, so `id` would be the inner table's column.
const countEventsSql = (condition: SQL) => sql<number>`(select count(*)::int from
  (select 1 from events e where e.category_id = event_categories.id and ${condition} limit ${COUNT_CAP}) counted)`;

const selectCategories = (db: Queryable) =>
  db
    .select({
      category: eventCategories,
      events: countEventsSql(sql`true`),
      live: countEventsSql(sql`e.state = 'live' and e.ends_at > now()`),
    })
    .from(eventCategories)
    .$dynamic();

/** Lists event categories in their order, each with its number of events, counted up to `COUNT_CAP`. */
export async function listEventCategories(db: Queryable): Promise<EventCategory[]> {
  const rows = await selectCategories(db).orderBy(
    asc(eventCategories.position),
    asc(sql`lower(${eventCategories.name})`),
  );
  return rows.map(toCategory);
}

/** Returns an event category with its number of events. @throws 404 */
export async function readEventCategory(db: Queryable, id: string): Promise<EventCategory> {
  const [row] = await selectCategories(db).where(eq(eventCategories.id, id));
  if (!row) throw refuse.notFound("category");
  return toCategory(row);
}

const toCategory = ({
  category: { createdAt: _, ...category },
  events,
  live,
}: Awaited<ReturnType<typeof selectCategories>>[number]): EventCategory => ({ ...category, events, live });
