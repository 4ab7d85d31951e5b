import "server-only";
import { sql } from "drizzle-orm";
import {
  IREPORT_PRIORITIES,
  IREPORT_REJECTION_REASON_WORDS,
  IREPORT_REJECTION_REASONS,
  IREPORT_STATES,
} from "@/lib/contract/ireport.values";
import { routes } from "@/lib/contract/routes";
import { ireports } from "@/lib/server/db/schema/ireport";
import { adminCell, codeLabelColumns, numberCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { type IreportFilters, ireportFilter } from "./filter";

const categoryColumn = (column: string) => sql`(select ${sql.raw(column)} from ireport_categories c
  left join ireport_categories p on p.id = c.parent_id left join ireport_departments d on d.id = coalesce(c.department_id, p.department_id)
  where c.id = ${ireports.categoryId})`;
/** Returns SQL for a column of the reporter; null for an anonymous report, whose reporter is not stored. */
const reporterColumn = (what: string) =>
  sql`(select ${sql.raw(what)} from users u where u.id = ${ireports.reporterId})`;

/** Export of reports, oldest first. */
export const ireportExport: ExportList = {
  route: routes.ireport.export,
  table: ireports,
  key: { at: ireports.submittedAt, id: ireports.id, direction: "asc" },
  columns: [
    ["Number", textCell(ireports.number)],
    ["Category", textCell(categoryColumn("coalesce(p.name || ' / ', '') || c.name"))],
    ["Department", textCell(categoryColumn("d.name"))],
    ["Title", textCell(ireports.title)],
    ["Text", textCell(ireports.text)],
    ["LGA", textCell(ireports.lga)],
    ["Ward", textCell(ireports.ward)],
    ["Latitude", numberCell(ireports.lat)],
    ["Longitude", numberCell(ireports.lng)],
    ...codeLabelColumns("Priority", ireports.priority, IREPORT_PRIORITIES),
    ...codeLabelColumns("State", ireports.state, IREPORT_STATES),
    ["Owner", adminCell(ireports.ownerId)],
    ["Reporter", textCell(reporterColumn("u.first_name || ' ' || u.last_name")), "ireport.name"],
    ["Reporter's phone", textCell(reporterColumn("u.phone")), "ireport.phone"],
    ["Photos", numberCell(ireports.photos)],
    ["Submitted (Lagos)", timeCell(ireports.submittedAt)],
    ["Due (Lagos)", timeCell(ireports.dueAt)],
    ["State due (Lagos)", timeCell(ireports.stateDueAt)],
    ["Acknowledged (Lagos)", timeCell(ireports.acknowledgedAt)],
    ["Resolved (Lagos)", timeCell(ireports.resolvedAt)],
    ["Reopened", numberCell(ireports.reopened)],
    ["Escalated (Lagos)", timeCell(ireports.escalatedAt)],
    ...codeLabelColumns(
      "Rejected because",
      ireports.rejection,
      IREPORT_REJECTION_REASONS,
      IREPORT_REJECTION_REASON_WORDS,
    ),
    ["Duplicate of", textCell(sql`(select o.number from ireports o where o.id = ${ireports.originalId})`)],
    ["Stars", numberCell(ireports.rating)],
  ],
  filter: (filter, admin, db) => ireportFilter(db, filter as IreportFilters, admin),
};
