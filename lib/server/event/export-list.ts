import "server-only";
import { sql } from "drizzle-orm";
import { EVENT_STATES } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import { events } from "@/lib/server/db/schema/event";
import {
  codeLabelColumns,
  identifierCell,
  moneyCell,
  numberCell,
  textCell,
  timeCell,
} from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { type EventFilters, eventFilter } from "./filter";

/** Returns SQL for an aggregate over an event's ticket types, which have the alias `t`. */
const typesSql = (what: string) => sql`(select ${sql.raw(what)} from ticket_types t where t.event_id = ${events.id})`;

const stateSql = sql`case when ${events.state} = 'live' and ${events.endsAt} <= now() then 'ended' else ${events.state} end`;

/** Export of the event list, newest first. */
export const eventExport: ExportList = {
  route: routes.event.export,
  table: events,
  key: { at: events.createdAt, id: events.id, direction: "desc" },
  columns: [
    ["Event", identifierCell(events.id)],
    ["Title", textCell(events.title)],
    ...codeLabelColumns("Status", stateSql, EVENT_STATES),
    ["Category", textCell(sql`(select c.name from event_categories c where c.id = ${events.categoryId})`)],
    ["Venue", textCell(events.venue)],
    ["LGA", textCell(events.lga)],
    ["Latitude", numberCell(events.lat)],
    ["Longitude", numberCell(events.lng)],
    ["Organiser", textCell(events.organiser)],
    ["Starts (Lagos)", timeCell(events.startsAt)],
    ["Ends (Lagos)", timeCell(events.endsAt)],
    ["Seats", numberCell(sql`least(${events.capacity}, ${typesSql("coalesce(sum(t.quantity), 0)")})`)],
    ["Sold", numberCell(typesSql("coalesce(sum(t.sold), 0)"))],
    [
      "Checked in",
      numberCell(sql`(select count(*) from tickets k where k.event_id = ${events.id} and k.state = 'checked_in')`),
    ],
    ["Revenue (naira)", moneyCell(typesSql("coalesce(sum(t.revenue), 0)"))],
    ["Created (Lagos)", timeCell(events.createdAt)],
  ],
  filter: (filter) => eventFilter(filter as EventFilters),
};
