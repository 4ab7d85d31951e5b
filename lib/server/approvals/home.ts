import "server-only";
import { and, eq, gte } from "drizzle-orm";
import { approvalsUrl } from "@/lib/contract/approval-links";
import { APPROVAL_KINDS, mayDecideApproval } from "@/lib/contract/approvals.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { type HomeWorkSource, type ModuleHomeItems, readOldestWork } from "@/lib/server/overview/home-module";
import { isDecidableBySql } from "./list";

/** Pending work on Home: approval requests of other admins that the signed-in admin may decide. */
const decidableRequests: HomeWorkSource = {
  kind: "approvals",
  label: "Approvals",
  mayDo: (rights) => APPROVAL_KINDS.some((kind) => mayDecideApproval(kind, rights)),
  url: approvalsUrl("waiting"),
  read: (db, admin, limit) =>
    readOldestWork(
      db,
      {
        table: approvals,
        where: isDecidableBySql(admin),
        id: approvals.id,
        title: approvals.change,
        detail: approvals.recordName,
        since: approvals.requestedAt,
        due: approvals.expiresAt,
        expires: true,
        // The inbox has no URL for a single request, so the search shows only the requests about this record.
        urlOf: (_id, recordName) => `${approvalsUrl("waiting")}&q=${encodeURIComponent(recordName)}`,
      },
      limit,
    ),
};

/** Defines the pending work and recent changes that the Home page shows for approvals, which belong to no module. */
export const approvalHomeItems: Pick<ModuleHomeItems, "work" | "changes"> = {
  work: [decidableRequests],
  changes: [
    {
      id: "own_requests_decided",
      label: "My requests decided",
      table: approvals,
      where: (since, admin) => and(eq(approvals.requestedBy, admin.id), gte(approvals.decidedAt, since)),
      urlFrom: () => approvalsUrl("mine"),
    },
  ],
};
