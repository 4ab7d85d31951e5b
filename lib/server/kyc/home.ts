import "server-only";
import { gte, sql } from "drizzle-orm";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { cappedCount } from "@/lib/server/lists/list";
import {
  comparedTotals,
  countChanges,
  countFields,
  figureOf,
  type HomeModule,
  oldestOf,
  type WorkSource,
} from "@/lib/server/overview/home-module";
import { isLate, kycFilter, waits } from "./list";

const LIST_URL = "/dashboard/kyc-management";
const OPEN = KYC_OPEN_STATES.join(",");

/** Open requests assigned to the admin, or to nobody. */
const openRequests = (kind: string, label: string, assignee: "me" | "nobody"): WorkSource => ({
  kind,
  label,
  needs: routes.kyc.decide,
  url: `${LIST_URL}?state=${OPEN}&assignee=${assignee}`,
  read: (db, admin, limit) =>
    oldestOf(
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

export const kycHome: HomeModule = {
  feature: "KYC Management",
  work: [
    openRequests("kyc_mine", "My KYC requests", "me"),
    openRequests("kyc_unassigned", "Unassigned KYC requests", "nobody"),
  ],
  changes: [
    {
      id: "kyc_received",
      label: "KYC requests received",
      count: (db, since) => countChanges(db, kycRequests, gte(kycRequests.submittedAt, since)),
      urlFrom: (day) => `${LIST_URL}?submitted_from=${day}`,
    },
    {
      id: "kyc_decided",
      label: "KYC requests decided",
      count: (db, since) => countChanges(db, kycRequests, gte(kycRequests.decidedAt, since)),
    },
  ],
  async figures(db, period) {
    const waiting = await cappedCount(db, kycRequests, waits());
    const late = await cappedCount(db, kycRequests, isLate());
    const received = await comparedTotals(db, "kyc", [""], period);
    return [
      figureOf({ id: "waiting", label: "Waiting", ...countFields(waiting), url: `${LIST_URL}?state=${OPEN}` }),
      figureOf({
        id: "late",
        label: "Late",
        ...countFields(late),
        tone: late.total > 0 ? "danger" : "neutral",
        url: `${LIST_URL}?late=true`,
      }),
      figureOf({
        id: "received",
        label: "Received",
        value: received.rows,
        before: received.rows_before,
        url: `${LIST_URL}?submitted_from=${period.from}&submitted_to=${period.to}`,
      }),
    ];
  },
};
