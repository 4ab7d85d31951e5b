import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import type { RetentionRule } from "@/lib/contract/user-data.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { removeStoredFiles } from "@/lib/server/files/stored-files";
import { closedIdentityRule } from "./closed-identities";

/** How a retention rule finds and removes data older than a time. */
export type RetentionRuleSteps = {
  /** Returns a query for the rows that would be removed. */
  old: (before: Date) => SQL;
  /**
   * Removes at most `limit` rows and returns their number. Skips rows that another transaction has locked, such as those of a request that
   * is being reopened.
   * @param runId the approved removal
   */
  remove: (tx: Transaction, before: Date, limit: number, runId: string) => Promise<number>;
};

/** SQL condition: the citizen's data has no hold. */
const isFree = (user: SQL) => sql`not exists (select 1 from citizen_holds h where h.user_id = ${user})`;

/** Maximum number of rows that a dry run counts exactly. */
const COUNT_LIMIT = 100_000;

const rejectedDocuments = (documents: string, requests: string, foreignKey: string): RetentionRuleSteps => {
  const old = (before: Date) => sql`select d.id from ${sql.identifier(documents)} d
    join ${sql.identifier(requests)} r on r.id = d.${sql.identifier(foreignKey)}
    where r.state = 'rejected' and r.decided_at < ${before} and ${isFree(sql`r.user_id`)}`;
  return {
    old,
    async remove(tx, before, limit) {
      const removed = await tx.execute<{ file_id: string }>(sql`
        delete from ${sql.identifier(documents)}
        where id = any(array(${old(before)} limit ${limit} for share of r skip locked)) returning file_id`);
      await removeStoredFiles(
        tx,
        removed.rows.map(({ file_id }) => file_id),
      );
      return removed.rows.length;
    },
  };
};

const updateOld = (old: (before: Date) => SQL, update: (ids: SQL) => SQL): RetentionRuleSteps => ({
  old,
  remove: async (tx, before, limit) =>
    (await tx.execute(update(sql`array(${old(before)} limit ${limit})`))).rowCount ?? 0,
});

/** Tables that record what a citizen read, opened or voted on. */
const ACTIVITY_TABLES = ["broadcast_opens", "announcement_reads", "faq_votes"];

/** Steps of each retention rule. Rows that belong to a decision or a payment are never deleted. Data with a hold stays (hold.ts). */
export const RETENTION_STEPS: Record<RetentionRule, RetentionRuleSteps> = {
  rejected_identity_documents: rejectedDocuments("kyc_documents", "kyc_requests", "kyc_id"),
  rejected_grant_documents: rejectedDocuments("grant_documents", "grant_applications", "application_id"),
  submission_origin: updateOld(
    (before) => sql`select id from kyc_requests where submitted_at < ${before}
      and (submitted_device is not null or submitted_address is not null) and ${isFree(sql`kyc_requests.user_id`)}
      and not ${inArray(kycRequests.state, [...KYC_OPEN_STATES])}`,
    (ids) => sql`update kyc_requests set submitted_device = null, submitted_address = null where id = any(${ids})`,
  ),
  correction_details: updateOld(
    (before) => sql`select id from approvals where kind = 'user.correct' and state <> 'waiting'
      and requested_at < ${before} and payload <> '{}' and not exists (
        select 1 from citizen_holds h where h.user_id::text = approvals.record_id)`,
    (ids) => sql`update approvals set payload = '{}' where id = any(${ids})`,
  ),
  app_activity: {
    old: (before) =>
      sql.join(
        ACTIVITY_TABLES.map(
          (table) => sql`select 1 from ${sql.identifier(table)} a where at < ${before} and ${isFree(sql`a.user_id`)}`,
        ),
        sql` union all `,
      ),
    async remove(tx, before, limit) {
      let removed = 0;
      for (const table of ACTIVITY_TABLES) {
        const name = sql.identifier(table);
        const deleted = await tx.execute(sql`delete from ${name} where ctid = any(array(
          select a.ctid from ${name} a where at < ${before} and ${isFree(sql`a.user_id`)} limit ${limit - removed}))`);
        removed += deleted.rowCount ?? 0;
      }
      return removed;
    },
  },
  closed_identities: closedIdentityRule,
};

/** Returns true if a retention rule would still remove rows. */
export async function hasOldData(db: Queryable, rule: RetentionRule, before: Date): Promise<boolean> {
  const found = await db.execute(sql`${RETENTION_STEPS[rule].old(before)} limit 1`);
  return found.rows.length > 0;
}

/** Counts the rows that a retention rule would remove, up to a limit. */
export async function countOldRows(db: Queryable, rule: RetentionRule, before: Date) {
  const counted = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${RETENTION_STEPS[rule].old(before)} limit ${COUNT_LIMIT + 1}) found`);
  const count = counted.rows[0]?.count ?? 0;
  return { count: Math.min(count, COUNT_LIMIT), is_capped: count > COUNT_LIMIT };
}
