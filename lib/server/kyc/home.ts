import "server-only";
import { gte, sql } from "drizzle-orm";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import {
  cappedCountFields,
  comparePeriodTotals,
  countQueriesUpToCap,
  type HomeWorkSource,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";
import { isLateRequest, isOpenRequest, kycFilter } from "./list";

const LIST_URL = "/dashboard/kyc-management";
const OPEN = KYC_OPEN_STATES.join(",");

/** Returns the list of open work on Home for requests that are assigned to the admin, or to nobody. */
const openRequests = (kind: string, label: string, assignee: "me" | "nobody"): HomeWorkSource => ({
  kind,
  label,
  needs: routes.kyc.decide,
  url: `${LIST_URL}?state=${OPEN}&assignee=${assignee}`,
  read: (db, admin, limit) =>
    readOldestWork(
      db,
      {
        table: kycRequests,
        where: kycFilter({ state: OPEN, assignee }, admin.id),
        id: kycRequests.id,
        title: sql`${kycRequests.firstName} || ' ' || ${kycRequests.lastName}`,
        detail: sql`${kycRequests.reference} || ', tier ' || ${kycRequests.tier}`,
        since: kycRequests.submittedAt,
        due: kycRequests.dueAt,
        urlOf: (id) => recordUrl("kyc", id),
      },
      limit,
    ),
});

/** Defines the pending work, figures and recent changes that the Home page shows for KYC Management. */
export const kycHomeItems: ModuleHomeItems = {
  feature: "KYC Management",
  work: [
    openRequests("kyc_mine", "My KYC requests", "me"),
    openRequests("kyc_unassigned", "Unassigned KYC requests", "nobody"),
  ],
  changes: [
    {
      id: "kyc_received",
      label: "KYC requests received",
      table: kycRequests,
      where: (since) => gte(kycRequests.submittedAt, since),
      urlFrom: (day) => `${LIST_URL}?submitted_from=${day}`,
    },
    {
      id: "kyc_decided",
      label: "KYC requests decided",
      table: kycRequests,
      where: (since) => gte(kycRequests.decidedAt, since),
    },
  ],
  async figures(db, period) {
    const { waiting, late } = await countQueriesUpToCap(db, {
      waiting: { table: kycRequests, where: isOpenRequest() },
      late: { table: kycRequests, where: isLateRequest() },
    });
    const { received } = await comparePeriodTotals(db, "kyc", { received: [""] }, period);
    return [
      toHomeFigure({
        id: "waiting",
        label: "Waiting",
        ...cappedCountFields(waiting),
        url: `${LIST_URL}?state=${OPEN}`,
      }),
      toHomeFigure({
        id: "late",
        label: "Late",
        ...cappedCountFields(late),
        tone: late.total > 0 ? "danger" : "neutral",
        url: `${LIST_URL}?late=true`,
      }),
      toHomeFigure({
        id: "received",
        label: "Received",
        value: received.rows,
        before: received.rows_before,
        url: `${LIST_URL}?submitted_from=${period.from}&submitted_to=${period.to}`,
      }),
    ];
  },
};
