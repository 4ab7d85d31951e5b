import "server-only";
import { and, asc, eq, gt, isNotNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ireports } from "@/lib/server/db/schema/ireport";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { notices } from "@/lib/server/db/schema/notices";
import { isLateReport } from "@/lib/server/ireport/filter";
import { ireportRecordRef } from "@/lib/server/ireport/record";
import { kycNoticeRecordRef } from "@/lib/server/kyc/record";
import { notifyAdmins } from "./notify";
import type { NewNotice } from "./record";

/** Maximum number of notices per kind of record in one run. The next run continues with the rest. */
const BATCH_SIZE = 200;
/**
 * Records that became late before this time get no notice. The period must be shorter than NOTICE_RETENTION_DAYS, or a deleted notice would
 * be sent again.
 */
const LOOK_BACK = sql`now() - interval '7 days'`;

/** Returns the cause that makes the notice about a late record unique per due time. `lateCauseSql` builds the same text in SQL. */
const lateCauseOf = (id: string, due: Date) => `late:${id}:${due.getTime()}`;
const lateCauseSql = (id: PgColumn, due: SQL | PgColumn) =>
  sql`'late:' || ${id} || ':' || (extract(epoch from ${due}) * 1000)::bigint`;

/**
 * Notifies assignees and owners of records that have become late, each once for each due time. A timed task runs it every minute
 * (process/timed-tasks.ts). Several servers may run it concurrently: the notice's cause is unique.
 * @returns the number of late records
 */
export async function notifyLateRecords(db: Database): Promise<number> {
  const late = [...(await lateRequests(db)), ...(await lateReports(db))];
  for (const { adminId, record, due } of late)
    await inTransaction(db, (tx) =>
      notifyAdmins(tx, [adminId], { kind: "late", record, cause: lateCauseOf(record.id, due) }),
    );
  return late.length;
}

type LateRecord = { adminId: string; record: NewNotice["record"]; due: Date };

async function lateRequests(db: Database): Promise<LateRecord[]> {
  const { assigneeId, dueAt, id, reference, state } = kycRequests;
  const rows = await db
    .select({ adminId: admins.id, due: dueAt, id, reference })
    .from(kycRequests)
    .innerJoin(admins, and(eq(admins.id, assigneeId), eq(admins.status, "active")))
    .where(
      and(
        sql`${state} in ('pending', 'in_review')`,
        lt(dueAt, sql`now()`),
        gt(dueAt, LOOK_BACK),
        hasNoNotice(db, lateCauseSql(id, dueAt)),
      ),
    )
    .orderBy(asc(dueAt), asc(id))
    .limit(BATCH_SIZE);
  return rows.map(({ adminId, due, ...request }) => ({ adminId, due, record: kycNoticeRecordRef(request) }));
}

async function lateReports(db: Database): Promise<LateRecord[]> {
  const { id, number, ownerId } = ireports;
  const due = sql<string>`least(${ireports.dueAt}, ${ireports.stateDueAt})`;
  const rows = await db
    .select({ adminId: admins.id, due, id, number })
    .from(ireports)
    .innerJoin(admins, and(eq(admins.id, ownerId), eq(admins.status, "active")))
    .where(
      and(
        sql`not ${ireports.closed}`,
        isNotNull(ownerId),
        isLateReport(),
        sql`${due} > ${LOOK_BACK}`,
        hasNoNotice(db, lateCauseSql(id, due)),
      ),
    )
    .orderBy(due, asc(id))
    .limit(BATCH_SIZE);
  return rows.map(({ adminId, due: dueAt, ...report }) => ({
    adminId,
    due: new Date(dueAt),
    record: ireportRecordRef(report),
  }));
}

/** SQL condition: the row's admin was not yet notified that this record is late. */
const hasNoNotice = (db: Database, cause: SQL) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(notices)
      .where(and(eq(notices.adminId, admins.id), eq(notices.cause, cause))),
  );
