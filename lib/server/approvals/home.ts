import "server-only";
import { APPROVAL_KINDS, mayDecide } from "@/lib/contract/approvals.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { oldestOf, type WorkSource } from "@/lib/server/overview/home-module";
import { isDecidableBy } from "./list";

/** Requests of other admins that the admin may decide. */
export const approvalWork: WorkSource = {
  kind: "approvals",
  label: "Approvals",
  mayDo: (rights) => APPROVAL_KINDS.some((kind) => mayDecide(kind, rights)),
  url: "/dashboard/approvals",
  read: (db, admin, limit) =>
    oldestOf(
      db,
      {
        table: approvals,
        where: isDecidableBy(admin),
        id: approvals.id,
        title: approvals.change,
        detail: approvals.recordName,
        since: approvals.requestedAt,
        due: approvals.expiresAt,
        expires: true,
        // The inbox has no URL of one request: the search leaves only those about this record.
        urlOf: (_id, recordName) => `/dashboard/approvals?q=${encodeURIComponent(recordName)}`,
      },
      limit,
    ),
};
