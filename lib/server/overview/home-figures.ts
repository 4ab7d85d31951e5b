import "server-only";
import { and, count, eq, gte, inArray, sql } from "drizzle-orm";
import { allows, type Feature, needs } from "@/lib/contract/access";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import { OPEN_STATES } from "@/lib/contract/transaction.values";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { dayOf, lagosDaySql, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { transactions } from "@/lib/server/db/schema/transaction";
import { grantHomeCounts } from "@/lib/server/grant/home-figures";
import { ireportHome } from "@/lib/server/ireport/home-figures";
import { isLate } from "@/lib/server/kyc/list";
import { cappedCount } from "@/lib/server/lists/list";
import { promotionHome } from "@/lib/server/promotion/home-figures";
import { walletAccounts } from "@/lib/server/system-wallet/read-accounts";
import { lastDays, transactionOverview } from "@/lib/server/transaction/overview";
import { userCounts } from "@/lib/server/user/stats";

const DAY = 86_400_000;

/** Returns the figures of Home, only for features the caller may read. `days`: money period in Lagos days. */
export async function homeFigures(db: Queryable, admin: SignedInAdmin, days: number) {
  const mayRead = (feature: Feature) => allows(admin.rights, needs(feature, "read"));
  return {
    money: mayRead("Transactions") ? await moneyFigures(db, days) : undefined,
    wallet: mayRead("System Wallet") ? await walletFigures(db) : undefined,
    kyc: mayRead("KYC Management") ? await kycFigures(db, admin.id) : undefined,
    ireports: mayRead("iReports") ? await ireportHome(db, admin) : undefined,
    promotions: mayRead("Promotions") ? await promotionHome(db) : undefined,
    grants: mayRead("Grants") ? await grantHomeCounts(db, admin.id) : undefined,
    users: mayRead("User Management") ? await userCounts(db) : undefined,
  };
}

/** Returns the part of the Transactions overview that Home shows. */
async function moneyFigures(db: Queryable, days: number) {
  const { from, to, now, before, by_day, by_type } = await transactionOverview(db, lastDays(days));
  const open = await cappedCount(db, transactions, inArray(transactions.state, [...OPEN_STATES]));
  return {
    from,
    to,
    now,
    before,
    by_day,
    by_type: by_type.filter(({ count }) => count > 0),
    open: open.total,
    open_is_capped: open.totalIsCapped,
  };
}

/** Returns the figures of the settlement float (money at bank and provider), as System Wallet shows them. */
async function walletFigures(db: Queryable) {
  const accounts = await walletAccounts(db);
  const { balance, available, waiting } = accounts.find(({ account }) => account === "settlement_float") ?? NO_BALANCES;
  return { balance, available, waiting };
}
const NO_BALANCES = { balance: 0, available: 0, waiting: 0 };

async function kycFigures(db: Queryable, adminId: string) {
  const open = inArray(kycRequests.state, [...KYC_OPEN_STATES]);
  const today = startOfDay(dayOf(new Date()));
  const since = new Date(today.getTime() - 13 * DAY);
  const [waiting] = await db.select({ count: count() }).from(kycRequests).where(open);
  const [lateRow] = await db.select({ count: count() }).from(kycRequests).where(isLate());
  const [ownRow] = await db
    .select({ count: count() })
    .from(kycRequests)
    .where(and(open, eq(kycRequests.assigneeId, adminId)));
  const submittedPerDay = await countPerDay(db, kycRequests.submittedAt, since);
  const decidedPerDay = await countPerDay(db, kycRequests.decidedAt, since);
  const days = Array.from({ length: 14 }, (_, index) => dayOf(new Date(since.getTime() + index * DAY))).map((day) => ({
    day,
    submitted: submittedPerDay.get(day) ?? 0,
    decided: decidedPerDay.get(day) ?? 0,
  }));
  return {
    waiting: waiting?.count ?? 0,
    late: lateRow?.count ?? 0,
    mine: ownRow?.count ?? 0,
    decided_today: decidedPerDay.get(dayOf(today)) ?? 0,
    days,
  };
}

async function countPerDay(
  db: Queryable,
  column: typeof kycRequests.submittedAt | typeof kycRequests.decidedAt,
  since: Date,
) {
  const day = lagosDaySql(column);
  const rows = await db.select({ day, count: count() }).from(kycRequests).where(gte(column, since)).groupBy(sql`1`);
  return new Map(rows.map((row) => [row.day, row.count]));
}
