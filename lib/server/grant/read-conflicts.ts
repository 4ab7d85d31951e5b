import "server-only";
import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantReviews } from "@/lib/server/db/schema/grant";
import { toAdminRef } from "@/lib/server/records/admin-record";

/** Lists the admins with a conflict of interest with an application, and their reasons. */
export async function readConflictsOfInterest(db: Queryable, applicationId: string) {
  const rows = await db
    .select({ admin: admins, reason: grantReviews.conflict, at: grantReviews.at })
    .from(grantReviews)
    .innerJoin(admins, eq(admins.id, grantReviews.reviewerId))
    .where(and(eq(grantReviews.applicationId, applicationId), isNotNull(grantReviews.conflict)))
    .orderBy(asc(grantReviews.at));
  return rows.map(({ admin, reason, at }) => ({
    admin: toAdminRef(admin),
    reason: reason ?? "",
    at: at.toISOString(),
  }));
}

/** Returns an admin's conflicts of interest: application id → reason. */
export async function readConflictsOfInterestOfAdmin(
  db: Queryable,
  adminId: string,
  applicationIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: grantReviews.applicationId, reason: grantReviews.conflict })
    .from(grantReviews)
    .where(
      and(
        eq(grantReviews.reviewerId, adminId),
        inArray(grantReviews.applicationId, [...applicationIds]),
        isNotNull(grantReviews.conflict),
      ),
    );
  return new Map(rows.map(({ id, reason }) => [id, reason ?? ""]));
}

/** Returns the message for an admin who has declared a conflict of interest. */
export const conflictOfInterestMessage = (reason: string) => `You declared a conflict of interest: ${reason}`;
