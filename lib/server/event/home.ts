import "server-only";
import { gte, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { Queryable } from "@/lib/server/db/client";
import { events, tickets } from "@/lib/server/db/schema/event";
import { countUpToCap, toCappedTotal } from "@/lib/server/lists/list";
import {
  cappedCountFields,
  comparePeriodTotals,
  type ModuleHomeItems,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { isEventInState } from "./state";

const EVENTS_URL = "/dashboard/event-management/events";
const SOLD = ["valid", "checked_in"] as const;

/** Returns cancelled events with failed refunds, which an admin has to retry. */
async function readFailedRefunds(db: Queryable, limit: number) {
  const { rows } = await db.execute<{ id: string; title: string; failed: number; since: string; total: number }>(sql`
    select e.id, e.title, s.failed, s.since, count(*) over ()::int as total from (
      select event_id, count(*)::int as failed, min(updated_at) as since
      from cancellation_steps where state <> 'done' and state = 'failed' group by 1 limit ${COUNT_CAP + 1}) s
    join events e on e.id = s.event_id order by s.since, e.id limit ${limit}`);
  const items = rows.map(({ id, title, failed, since }) => ({
    id,
    title,
    detail: failed === 1 ? "1 refund failed" : `${failed} refunds failed`,
    since: new Date(since).toISOString(),
    due_at: null,
    expires: false,
    url: recordUrl("event", id),
  }));
  return [{ items, ...toCappedTotal(rows[0]?.total ?? 0) }];
}

/** Defines the pending work, figures and recent changes that the Home page shows for events. */
export const eventHomeItems: ModuleHomeItems = {
  feature: "Events",
  work: [
    {
      kind: "event_refunds",
      label: "Cancelled events with failed refunds",
      needs: routes.event.retryCancellationStep,
      // Links to the overview, which lists exactly these events; the list of events has no such filter.
      url: "/dashboard/event-management",
      read: (db, _admin, limit) => readFailedRefunds(db, limit),
    },
  ],
  changes: [
    {
      id: "events_created",
      label: "New events",
      table: events,
      where: (since) => gte(events.createdAt, since),
    },
    {
      id: "tickets_sold",
      label: "Tickets sold",
      table: tickets,
      where: (since) => gte(tickets.createdAt, since),
      urlFrom: (day) => `${EVENTS_URL}/tickets?from=${day}`,
    },
  ],
  async figures(db, period) {
    const live = await countUpToCap(db, events, isEventInState("live"));
    const { sold } = await comparePeriodTotals(db, "tickets", { sold: SOLD.map((state) => `state:${state}`) }, period);
    return [
      toHomeFigure({ id: "live", label: "Live events", ...cappedCountFields(live), url: `${EVENTS_URL}?state=live` }),
      toHomeFigure({
        id: "sold",
        label: "Tickets sold",
        value: sold.rows,
        before: sold.rows_before,
        url: `${EVENTS_URL}/tickets?state=${SOLD.join(",")}&from=${period.from}&to=${period.to}`,
      }),
    ];
  },
};
