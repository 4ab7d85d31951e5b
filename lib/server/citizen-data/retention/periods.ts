import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  RETENTION_PERIODS,
  RETENTION_RECORD_ID,
  RETENTION_RULES,
  type RetentionRule,
} from "@/lib/contract/user-data.values";
import type { Retention, RetentionDryRun, retentionChange } from "@/lib/contract/user-retention";
import type { WriteContext } from "@/lib/server/api/context";
import { waitingApprovalOfKind } from "@/lib/server/approvals/waiting-requests";
import type { Queryable } from "@/lib/server/db/client";
import { retentionPeriods, retentionRuns } from "@/lib/server/db/schema/citizen-data";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { readUnerasableIdentities } from "./closed-identities";
import { countOldRows } from "./rules";

/** The record under which approvals and the audit trail list all periods and removals. */
export const RETENTION_RECORD = { type: "retention" as const, id: RETENTION_RECORD_ID, name: "Old data of citizens" };

const SHOWN_RUNS = 10;
/** Version of a period that no admin has changed. */
const DEFAULT_VERSION = 1;

/** Returns the retention periods, the pending removal request and the last removals of old data. */
export async function readRetention(db: Queryable): Promise<Retention> {
  const waiting = await waitingApprovalOfKind(db, "user.runRetention", RETENTION_RECORD_ID);
  const runs = await db.select().from(retentionRuns).orderBy(desc(retentionRuns.approvedAt)).limit(SHOWN_RUNS);
  return {
    periods: await readPeriods(db),
    awaiting: waiting && { ...waiting.pending, reason: waiting.approval.reason },
    runs: runs.map(({ id, approvedAt, finishedAt, steps }) => ({
      id,
      approved_at: approvedAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
      steps: [...steps],
    })),
  };
}

async function readPeriods(db: Queryable): Promise<Retention["periods"]> {
  const changed = new Map((await db.select().from(retentionPeriods)).map((row) => [row.rule, row]));
  return RETENTION_RULES.map((rule) => ({
    rule,
    ...RETENTION_PERIODS[rule],
    days: changed.get(rule)?.days ?? RETENTION_PERIODS[rule].default_days,
    version: changed.get(rule)?.version ?? DEFAULT_VERSION,
  }));
}

/** Returns for each retention rule the time before which data counts as old now. */
export async function readRetentionCutoffs(db: Queryable): Promise<Map<RetentionRule, Date>> {
  const periods = await readPeriods(db);
  return new Map(periods.map(({ rule, days }) => [rule, new Date(Date.now() - days * 86_400_000)]));
}

/** Counts the rows and files that a removal would remove now. */
export async function countOldData(db: Queryable): Promise<RetentionDryRun> {
  const rules: RetentionDryRun["rules"] = [];
  const cutoffs = await readRetentionCutoffs(db);
  for (const [rule, before] of cutoffs)
    rules.push({ rule, before: before.toISOString(), ...(await countOldRows(db, rule, before)) });
  return { rules, left_out: await readUnerasableIdentities(db, cutoffs.get("closed_identities") ?? new Date(0)) };
}

/**
 * Changes the period of a retention rule. Removes nothing: a removal is requested and approved with its own periods.
 * @throws 409 if another admin changed it since
 */
export async function changeRetentionPeriod(
  { tx, admin, audit }: WriteContext,
  { rule, version, days, reason }: z.output<typeof retentionChange>,
): Promise<Retention> {
  // Locks the table, because the rule may have no row to lock yet.
  await tx.execute(sql`lock table ${retentionPeriods} in share row exclusive mode`);
  const [stored] = await tx.select().from(retentionPeriods).where(eq(retentionPeriods.rule, rule));
  const before = stored?.days ?? RETENTION_PERIODS[rule].default_days;
  await rejectStaleVersion("period", { version: stored?.version ?? DEFAULT_VERSION }, version, () => readRetention(tx));
  const values = { days, updatedBy: admin.id, updatedAt: new Date() };
  await tx
    .insert(retentionPeriods)
    .values({ rule, ...values, version: DEFAULT_VERSION + 1 })
    .onConflictDoUpdate({
      target: retentionPeriods.rule,
      set: { ...values, version: sql`${retentionPeriods.version} + 1` },
    });
  audit({ record: RETENTION_RECORD, before: { [rule]: before }, after: { [rule]: days, reason } });
  return readRetention(tx);
}
