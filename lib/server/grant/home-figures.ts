import "server-only";
import { and, eq, type SQL } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { cappedCount } from "@/lib/server/lists/list";
import { applicationFilter } from "./application-filter";

/** Counts of grant applications on Home, capped as in lists: to score by this admin, to decide, to pay, and failed. */
export async function grantHomeCounts(db: Queryable, adminId: string) {
  const countWhere = async (where: SQL | undefined) => (await cappedCount(db, applications, where)).total;
  return {
    to_review: await countWhere(applicationFilter({ review: "mine" }, adminId)),
    to_decide: await countWhere(and(eq(applications.state, "shortlisted"), eq(applications.reviews, 2))),
    to_pay: await countWhere(applicationFilter({ unpaid: "true" }, adminId)),
    failed: await countWhere(eq(applications.state, "payment_failed")),
  };
}
