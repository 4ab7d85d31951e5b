import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { CONFLICT_CHECK_STATES } from "@/lib/contract/grant.values";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { OPEN_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { ERASURE_OBSTACLES, type ErasureObstacle } from "@/lib/contract/user-data.values";
import { isWaitingApprovalSql } from "@/lib/server/approvals/waiting-requests";
import type { Queryable } from "@/lib/server/db/client";
import { isApprovalAboutMoneyOf } from "./erase-rows";

const isOneOf = (column: string, states: readonly string[]) =>
  sql`${sql.raw(column)} = any(${sql.param([...states])}::text[])`;

/** SQL: money on suspense for a transaction `t`, from its own ledger entries and from manual transfers. */
const hasSuspense = sql`coalesce((select sum(p.amount) from ledger_postings p
  where p.account_id = ${SYSTEM_ACCOUNT_IDS.suspense} and p.entry_id in (
    select e.id from ledger_entries e where e.source_type = 'transaction' and e.source_id = t.id
    union select m.entry_id from wallet_movements m where m.transaction_id = t.id)), 0) <> 0`;

/**
 * SQL conditions by obstacle. Closing an account refuses most of them, but they can arise afterwards: a late payment, a dispute, or
 * a report, which does not prevent the closing.
 */
const IS_OBSTACLE: Record<ErasureObstacle, (user: SQL) => SQL> = {
  hold: (user) => sql`exists (select 1 from citizen_holds where user_id = ${user})`,
  money: (user) => sql`(exists (select 1 from ledger_accounts where user_id = ${user} and balance <> 0)
    or exists (select 1 from transactions t where t.user_id = ${user} and (
      exists (select 1 from wallet_movements m where m.transaction_id = t.id)
      or exists (select 1 from ledger_entries e
        where e.key in ('transaction:' || t.id || ':late', 'transaction:' || t.id || ':lost',
          'refund:' || t.id || ':refused:1'))) and ${hasSuspense}))`,
  payment: (user) => sql`exists (select 1 from transactions where (user_id = ${user}
    or counterparty_id = ${user} and type = 'transfer') and ${isOneOf("state", [...OPEN_TRANSACTION_STATES, "disputed"])})`,
  identity_request: (user) => sql`exists (select 1 from kyc_requests where user_id = ${user}
    and ${isOneOf("state", KYC_OPEN_STATES)})`,
  grant_application: (user) => sql`exists (select 1 from grant_applications where user_id = ${user}
    and ${isOneOf("state", CONFLICT_CHECK_STATES)})`,
  order: (user) => sql`exists (select 1 from event_orders where user_id = ${user} and state = 'reserved'
    and expires_at > now())`,
  report: (user) => sql`exists (select 1 from ireports where reporter_id = ${user} and not closed)`,
  refund: (user) =>
    sql`exists (select 1 from approvals where ${isWaitingApprovalSql()} and ${isApprovalAboutMoneyOf(user)})`,
};

/** Returns SQL for the obstacles to the erasure of a closed account, as an array of text in the order of the contract. */
export const erasureObstaclesOf = (user: SQL): SQL =>
  sql`array_remove(array[${sql.join(
    ERASURE_OBSTACLES.map((obstacle) => sql`case when ${IS_OBSTACLE[obstacle](user)} then ${obstacle} end`),
    sql`, `,
  )}]::text[], null)`;

/** Returns why the data of a closed account can't be erased now; empty if it can. */
export async function readErasureObstacles(db: Queryable, userId: string): Promise<ErasureObstacle[]> {
  const found = await db.execute<{ obstacles: ErasureObstacle[] }>(
    sql`select ${erasureObstaclesOf(sql`${userId}::uuid`)} as obstacles`,
  );
  return found.rows[0]?.obstacles ?? [];
}
