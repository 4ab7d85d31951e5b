import "server-only";
import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { IREPORT_OPEN_STATES, IREPORT_RUNNING_STATES } from "@/lib/contract/ireport.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import {
  cappedCountFields,
  comparedCountFields,
  countQueriesUpToCap,
  type HomeWorkGroup,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { type IreportFilters, IS_CLOSED_STATE, ireportFilter } from "./filter";
import { visibleReportsFilter } from "./visibility";

const LIST_URL = "/dashboard/ireports/all";
const OPEN_STATES_PARAM = IREPORT_OPEN_STATES.join(",");
/** States in which officers have to act, as value of the `state` parameter of the report list's URL. */
const RUNNING_STATES_PARAM = IREPORT_RUNNING_STATES.join(",");
/** Maximum number of departments of one lead that Home reads. */
const MAX_DEPARTMENTS = 5;

const oldestReports = (db: Queryable, where: SQL | undefined, limit: number): Promise<HomeWorkGroup[]> =>
  readOldestWork(
    db,
    {
      table: ireports,
      where,
      id: ireports.id,
      title: ireports.title,
      detail: sql`${ireports.number} || ', ' || ${ireports.lga}`,
      since: ireports.submittedAt,
      due: sql`least(${ireports.dueAt}, ${ireports.stateDueAt})`,
      urlOf: (id) => recordUrl("ireport", id),
    },
    limit,
  );

/** Returns the reports that wait for an officer in each department that the admin leads. */
async function reportsOfDepartments(db: Queryable, admin: SignedInAdmin, limit: number): Promise<HomeWorkGroup[]> {
  const departments = await db
    .select({ id: ireportDepartments.id, name: ireportDepartments.name })
    .from(ireportDepartments)
    .where(eq(ireportDepartments.leadId, admin.id))
    .orderBy(ireportDepartments.name)
    .limit(MAX_DEPARTMENTS);
  const groups: HomeWorkGroup[] = [];
  for (const { id, name } of departments) {
    const filters = { state: RUNNING_STATES_PARAM, department: id };
    const found = await oldestReports(db, await ireportFilter(db, filters, admin), limit);
    const url = `${LIST_URL}?state=${RUNNING_STATES_PARAM}&department=${id}`;
    groups.push(...found.map((group) => ({ ...group, label: `Reports of ${name}`, url })));
  }
  return groups;
}

/** Defines the pending work, figures and recent changes that the Home page shows for iReports. */
export const ireportHomeItems: ModuleHomeItems = {
  feature: "iReports",
  work: [
    {
      kind: "ireports_mine",
      label: "My reports",
      needs: routes.ireport.resolve,
      url: `${LIST_URL}?state=${RUNNING_STATES_PARAM}&owner=me`,
      read: async (db, admin, limit) =>
        oldestReports(db, await ireportFilter(db, { state: RUNNING_STATES_PARAM, owner: "me" }, admin), limit),
    },
    {
      kind: "ireports_department",
      label: "Reports of my department",
      needs: routes.ireport.assign,
      url: `${LIST_URL}?state=${RUNNING_STATES_PARAM}`,
      read: reportsOfDepartments,
    },
    {
      kind: "ireports_unassigned",
      label: "Unassigned reports",
      needs: routes.ireport.claim,
      url: `${LIST_URL}?state=${RUNNING_STATES_PARAM}&owner=nobody`,
      read: async (db, admin, limit) =>
        oldestReports(db, await ireportFilter(db, { state: RUNNING_STATES_PARAM, owner: "nobody" }, admin), limit),
    },
  ],
  changes: [
    {
      id: "ireports_submitted",
      label: "New reports",
      table: ireports,
      where: async (since, admin, db) => and(gte(ireports.submittedAt, since), await visibleReportsFilter(db, admin)),
      urlFrom: (day) => `${LIST_URL}?submitted_from=${day}`,
    },
    {
      id: "ireports_closed",
      label: "Reports closed",
      table: ireports,
      where: async (since, admin, db) =>
        and(IS_CLOSED_STATE, gte(ireports.stoppedAt, since), await visibleReportsFilter(db, admin)),
    },
  ],
  async figures(db, period, admin) {
    const { from, to, before_from, before_to } = period;
    const countOf = async (filters: IreportFilters) => ({
      table: ireports,
      where: await ireportFilter(db, filters, admin),
    });
    const { open, late, submitted, before } = await countQueriesUpToCap(db, {
      open: await countOf({ state: OPEN_STATES_PARAM }),
      late: await countOf({ late: "true" }),
      submitted: await countOf({ submitted_from: from, submitted_to: to }),
      before: await countOf({ submitted_from: before_from, submitted_to: before_to }),
    });
    return [
      toHomeFigure({
        id: "open",
        label: "Open",
        ...cappedCountFields(open),
        url: `${LIST_URL}?state=${OPEN_STATES_PARAM}`,
      }),
      toHomeFigure({
        id: "late",
        label: "Late",
        ...cappedCountFields(late),
        tone: late.total ? "danger" : "neutral",
        url: `${LIST_URL}?late=true`,
      }),
      toHomeFigure({
        id: "submitted",
        label: "New reports",
        ...comparedCountFields(submitted, before),
        url: `${LIST_URL}?submitted_from=${from}&submitted_to=${to}`,
      }),
    ];
  },
};
