import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import { IREPORT_OPEN_STATES } from "@/lib/contract/ireport.values";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportRecordRef, updateIreport } from "./record";
import { ireportColumns } from "./rows";

/**
 * Releases every open report of an admin who loses access. Deadlines do not change. Lock the admin's row first (kyc/release-all.ts explains
 * why).
 * @returns one audit entry per report, shown in its history
 */
export async function releaseAllReportsOf(tx: Transaction, adminId: string): Promise<AuditEntry[]> {
  const reports = await tx
    .select(ireportColumns)
    .from(ireports)
    .where(and(eq(ireports.ownerId, adminId), inArray(ireports.state, [...IREPORT_OPEN_STATES])))
    .orderBy(asc(ireports.id))
    .for("update");
  const entries: AuditEntry[] = [];
  for (const report of reports) {
    await updateIreport(tx, report, { ownerId: null });
    entries.push({ record: ireportRecordRef(report), before: { owner: adminId }, after: { owner: null } });
  }
  return entries;
}
