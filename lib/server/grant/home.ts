import "server-only";
import { eq, gte, sql } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { grantApplications as applications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import {
  cappedCountFields,
  comparePeriodTotals,
  countQueriesUpToCap,
  type HomeWorkSource,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { type ApplicationFilters, applicationFilter } from "./application-filter";

const APPLICATIONS_URL = "/dashboard/grants/applications";
const PAYOUTS_URL = "/dashboard/grants/payouts";
const PROGRAMMES_URL = "/dashboard/grants/programmes";

type Filters = Pick<ApplicationFilters, "state" | "review" | "unpaid">;
const urlWith = (filters: Filters) =>
  `${APPLICATIONS_URL}?${Object.entries(filters)
    .map(([name, value]) => `${name}=${value}`)
    .join("&")}`;

const TO_DECIDE_FILTERS: Filters = { state: "shortlisted", review: "in" };
const UNPAID_FILTERS: Filters = { unpaid: "true" };
const FAILED_PAYOUT_FILTERS: Filters = { state: "payment_failed" };

const waitingApplications = (kind: string, label: string, needs: Route, filters: Filters): HomeWorkSource => ({
  kind,
  label,
  needs,
  url: `${urlWith(filters)}&sort=submitted_at`,
  read: (db, admin, limit) =>
    readOldestWork(
      db,
      {
        table: applications,
        where: applicationFilter(filters, admin.id),
        id: applications.id,
        title: sql`(select first_name || ' ' || last_name from users where users.id = ${applications.userId})`,
        detail: applications.reference,
        since: applications.submittedAt,
        urlOf: (id) => recordUrl("grant_application", id),
      },
      limit,
    ),
});

/** Defines the pending work, figures and recent changes that the Home page shows for grants. */
export const grantHomeItems: ModuleHomeItems = {
  feature: "Grants",
  work: [
    waitingApplications("grants_to_score", "Grant applications to score", routes.grant.review, { review: "mine" }),
    waitingApplications("grants_to_decide", "Grant applications to decide", routes.grant.decide, TO_DECIDE_FILTERS),
    waitingApplications("grants_to_pay", "Approved grants in no payout", routes.grant.createBatch, UNPAID_FILTERS),
    waitingApplications("grants_failed", "Grant payments that failed", routes.grant.retryRows, FAILED_PAYOUT_FILTERS),
    {
      kind: "payout_drafts",
      label: "Draft payout batches",
      needs: routes.grant.submitBatch,
      url: `${PAYOUTS_URL}?state=draft&sort=created_at`,
      read: (db, _admin, limit) =>
        readOldestWork(
          db,
          {
            table: grantBatches,
            where: eq(grantBatches.state, "draft"),
            id: grantBatches.id,
            title: grantBatches.reference,
            detail: sql`(select name from grant_programmes where grant_programmes.id = ${grantBatches.programmeId})`,
            since: grantBatches.createdAt,
            urlOf: (id) => recordUrl("grant_batch", id),
          },
          limit,
        ),
    },
    {
      kind: "programmes_to_open",
      label: "Draft grant programmes",
      needs: routes.grant.openProgramme,
      url: `${PROGRAMMES_URL}?state=draft&sort=updated_at`,
      read: (db, _admin, limit) =>
        readOldestWork(
          db,
          {
            table: grantProgrammes,
            where: eq(grantProgrammes.state, "draft"),
            id: grantProgrammes.id,
            title: grantProgrammes.name,
            detail: sql`'Not open yet'`,
            since: grantProgrammes.updatedAt,
            urlOf: (id) => recordUrl("grant_programme", id),
          },
          limit,
        ),
    },
  ],
  changes: [
    {
      id: "applications_submitted",
      label: "Grant applications",
      table: applications,
      where: (since) => gte(applications.submittedAt, since),
      urlFrom: (day) => `${APPLICATIONS_URL}?from=${day}`,
    },
  ],
  async figures(db, period, admin) {
    const countOf = (filters: Filters) => ({ table: applications, where: applicationFilter(filters, admin.id) });
    const { toDecide, toPay, failed } = await countQueriesUpToCap(db, {
      toDecide: countOf(TO_DECIDE_FILTERS),
      toPay: countOf(UNPAID_FILTERS),
      failed: countOf(FAILED_PAYOUT_FILTERS),
    });
    const { submitted } = await comparePeriodTotals(db, "applications", { submitted: [""] }, period);
    return [
      toHomeFigure({
        id: "submitted",
        label: "Applications",
        value: submitted.rows,
        before: submitted.rows_before,
        url: `${APPLICATIONS_URL}?from=${period.from}&to=${period.to}`,
      }),
      toHomeFigure({
        id: "to_decide",
        label: "To decide",
        ...cappedCountFields(toDecide),
        url: urlWith(TO_DECIDE_FILTERS),
      }),
      toHomeFigure({ id: "to_pay", label: "To pay", ...cappedCountFields(toPay), url: urlWith(UNPAID_FILTERS) }),
      toHomeFigure({
        id: "failed",
        label: "Payments failed",
        ...cappedCountFields(failed),
        tone: failed.total ? "danger" : "neutral",
        url: urlWith(FAILED_PAYOUT_FILTERS),
      }),
    ];
  },
};
