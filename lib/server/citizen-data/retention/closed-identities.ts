import "server-only";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ErasureObstacle } from "@/lib/contract/user-data.values";
import type { RetentionDryRun } from "@/lib/contract/user-retention";
import { Refusal, refuse } from "@/lib/server/api/errors";
import { appendAudit } from "@/lib/server/audit/audit";
import { ERASE_IDENTITY_ACTION } from "@/lib/server/audit/erasures";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { lockUserRow } from "@/lib/server/citizen-data/correct";
import { eraseCitizen, withdrawApprovalRequestsAbout } from "@/lib/server/citizen-data/erase-citizen";
import { ERASED_PERSON_NAME } from "@/lib/server/citizen-data/erase-rows";
import { erasureObstaclesOf } from "@/lib/server/citizen-data/erasure-obstacles";
import { planErasure } from "@/lib/server/citizen-data/erasure-plan";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { lockRiskFlags } from "@/lib/server/kyc/refresh-flags";
import type { RetentionRuleSteps } from "./rules";

/** Citizens per transaction: an erasure changes up to thousands of rows of each. */
const CITIZENS_PER_BATCH = 10;
const LEFT_OUT_LIMIT = 50;

const isOldIdentity = (before: Date) => sql`u.status = 'closed' and u.status_changed_at < ${before} and u.phone <> ''`;
const obstacles = erasureObstaclesOf(sql`u.id`);

/** Erases identities of accounts that were closed before a time, except those with an obstacle (erasure-obstacles.ts). */
export const closedIdentityRule: RetentionRuleSteps = {
  old: (before) => sql`select u.id from users u where ${isOldIdentity(before)} and ${obstacles} = '{}'`,
  async remove(tx, before, limit, runId) {
    // Takes the lock of the risk flags before row locks, in the same order as the submission of an identity request, to prevent deadlocks.
    await lockRiskFlags(tx);
    const count = Math.min(limit, CITIZENS_PER_BATCH);
    const found = await tx.execute<{ id: string }>(findClosedAccounts(before, count));
    let erased = 0;
    // Sorted by id, so that transactions lock users in the same order.
    for (const id of found.rows.map((user) => user.id).sort()) if (await tryToErase(tx, id, runId)) erased++;
    return erased;
  },
};

/**
 * Returns a query for the accounts that were closed first, in the order of an index, so that PostgreSQL checks obstacles only until the
 * limit is reached.
 */
export const findClosedAccounts = (before: Date, count: number) =>
  sql`${closedIdentityRule.old(before)} order by u.status_changed_at, u.id limit ${count}`;

/** Erases one account in a savepoint. @returns false if an obstacle arose since the account was found; then nothing has changed */
async function tryToErase(tx: Transaction, userId: string, runId: string): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => eraseIdentity(savepoint, userId, runId));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Erases a closed account's data for an approved removal. @throws a refusal if there is an obstacle */
async function eraseIdentity(tx: Transaction, userId: string, runId: string): Promise<void> {
  const [run] = await tx.select().from(approvals).where(eq(approvals.id, runId));
  if (!run?.decidedBy) throw new Error(`The removal ${runId} has no approval.`);
  await withdrawApprovalRequestsAbout(tx, userId);
  const user = await lockUserRow(tx, userId);
  const plan = await planErasure(tx, user);
  if (plan.obstacle) throw refuse.conflict(plan.obstacle);
  const erasure = { id: uuid(), approvalId: runId, requestedBy: run.requestedBy, approvedBy: run.decidedBy };
  const result = await eraseCitizen(tx, user, erasure, plan);
  const record = { type: "user" as const, id: userId, name: `${ERASED_PERSON_NAME.first} ${ERASED_PERSON_NAME.last}` };
  await appendAudit(tx, systemAuditRow(ERASE_IDENTITY_ACTION, { record, after: { run: runId, ...result } }));
}

/** Returns closed accounts whose identity is past its period but not erased, with the reasons; oldest first, at most `LEFT_OUT_LIMIT`. */
export async function readUnerasableIdentities(db: Queryable, before: Date): Promise<RetentionDryRun["left_out"]> {
  const found = await db.execute<{ id: string; name: string; obstacles: ErasureObstacle[] }>(sql`
    select * from (select u.id, concat_ws(' ', u.first_name, u.last_name) as name, u.status_changed_at as closed_at,
      ${obstacles} as obstacles from users u where ${isOldIdentity(before)}) old
    where obstacles <> '{}' order by closed_at, id limit ${LEFT_OUT_LIMIT + 1}`);
  const items = found.rows.slice(0, LEFT_OUT_LIMIT).map(({ id, name, obstacles: reasons }) => ({ id, name, reasons }));
  return { items, is_capped: found.rows.length > LEFT_OUT_LIMIT };
}
