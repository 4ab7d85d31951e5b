import "server-only";
import { and, count, eq, gte, inArray, sql } from "drizzle-orm";
import { allows, needs } from "@/lib/contract/access";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import type { Queryable } from "./db/client";
import { kycRequests } from "./db/schema/kyc";
import { isLate } from "./kyc/list";
import { api } from "./spine";
import { dayOf, lagosDay, startOfDay } from "./time";
import { userCounts } from "./user/stats";

const DAY = 86_400_000;

const figures = api.overview.figures.handler(async ({ context: { db, admin } }) => ({
  kyc: allows(admin.rights, needs("KYC Management", "read")) ? await kycFigures(db, admin.id) : undefined,
  users: allows(admin.rights, needs("User Management", "read")) ? await userCounts(db) : undefined,
}));

async function kycFigures(db: Queryable, adminId: string) {
  const open = inArray(kycRequests.state, [...KYC_OPEN_STATES]);
  const today = startOfDay(dayOf(new Date()));
  const since = new Date(today.getTime() - 13 * DAY);
  const [waiting] = await db.select({ count: count() }).from(kycRequests).where(open);
  const [late] = await db.select({ count: count() }).from(kycRequests).where(isLate());
  const [mine] = await db
    .select({ count: count() })
    .from(kycRequests)
    .where(and(open, eq(kycRequests.assigneeId, adminId)));
  const submitted = await perDay(db, kycRequests.submittedAt, since);
  const decided = await perDay(db, kycRequests.decidedAt, since);
  const days = Array.from({ length: 14 }, (_, index) => dayOf(new Date(since.getTime() + index * DAY))).map((day) => ({
    day,
    submitted: submitted.get(day) ?? 0,
    decided: decided.get(day) ?? 0,
  }));
  return {
    waiting: waiting?.count ?? 0,
    late: late?.count ?? 0,
    mine: mine?.count ?? 0,
    decided_today: decided.get(dayOf(today)) ?? 0,
    days,
  };
}

async function perDay(
  db: Queryable,
  column: typeof kycRequests.submittedAt | typeof kycRequests.decidedAt,
  since: Date,
) {
  const day = lagosDay(column);
  const rows = await db.select({ day, count: count() }).from(kycRequests).where(gte(column, since)).groupBy(sql`1`);
  return new Map(rows.map((row) => [row.day, row.count]));
}

export const overview = { figures };
