import "server-only";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { AccessPolicy } from "@/lib/contract/access";
import { LOW_BUDGET_PERCENT, LOW_FUNDS_RECOVERY_FACTOR } from "@/lib/contract/notices.values";
import { routes } from "@/lib/contract/routes";
import { balanceLevelOf } from "@/lib/contract/system-wallet.values";
import { formatMoney, titleCase } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { lowBudgets } from "@/lib/server/db/schema/notices";
import { programmeRecordRef } from "@/lib/server/grant/programme-record";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { readSystemAccountsWithOutflow } from "@/lib/server/system-wallet/read-accounts";
import { notifyAdmins } from "./notify";
import type { NewNotice } from "./record";

/** Ledger accounts from which payments are made and that an admin funds. */
const WATCHED_ACCOUNTS = ["settlement_float", "grants_pool", "promotions_pool"];

/**
 * A budget that is low, or not yet clearly above the threshold. Both are stored, so that an amount that fluctuates around the threshold
 * causes only one notice.
 */
type WatchedBudget = { record: NewNotice["record"]; left: string; policy: AccessPolicy; isLow: boolean };

/**
 * When a programme's budget or a system account becomes low, notifies the admins who may raise the budget or fund the account. Notifies
 * again only after the amount was clearly above the threshold (LOW_FUNDS_RECOVERY_FACTOR). A timed task runs it every minute
 * (process/timed-tasks.ts). Of several servers, only the one that stores the row of `low_budgets` notifies.
 * @returns the number of notified crossings
 */
export async function notifyLowBudgets(db: Database): Promise<number> {
  const watched = [...(await watchedProgrammes(db)), ...(await watchedAccounts(db))];
  await deleteRecovered(db, watched);
  let count = 0;
  for (const budget of watched) if (budget.isLow && (await notifyOnce(db, budget))) count++;
  return count;
}

/**
 * Returns the watched budgets of programmes that may pay. A budget is low if less than LOW_BUDGET_PERCENT of it is left, that is, neither
 * approved for applicants nor paid.
 */
async function watchedProgrammes(db: Queryable): Promise<WatchedBudget[]> {
  const { budget, committed, paid, state } = grantProgrammes;
  const left = sql<number>`(${budget} - ${committed} - ${paid})`;
  const isLow = lt(sql`${left} * 100`, sql`${budget} * ${LOW_BUDGET_PERCENT}::int`);
  const isNotRecovered = lt(
    sql`${left} * 100`,
    sql`${budget} * ${LOW_BUDGET_PERCENT * LOW_FUNDS_RECOVERY_FACTOR}::int`,
  );
  const rows = await db
    .select({ programme: grantProgrammes, isLow: sql<boolean>`${isLow}` })
    .from(grantProgrammes)
    .where(and(inArray(state, ["open", "closed"]), isNotRecovered));
  return rows.map(({ programme, ...row }) => ({
    ...row,
    record: programmeRecordRef(programme),
    left: `${formatMoney(programme.budget - programme.committed - programme.paid)} of ${formatMoney(programme.budget)} is left.`,
    policy: routes.grant.raiseBudget.policy,
  }));
}

/** Returns watched system accounts. An account is low by the same rule as on the page System Wallet. */
async function watchedAccounts(db: Queryable): Promise<WatchedBudget[]> {
  const accounts = await readSystemAccountsWithOutflow(db);
  return accounts
    .filter(({ account }) => WATCHED_ACCOUNTS.includes(account))
    .map((each) => ({ ...each, isLow: balanceLevelOf(each.account, each) !== "enough" }))
    .filter(({ isLow, available, left_lately }) => isLow || available < left_lately * LOW_FUNDS_RECOVERY_FACTOR)
    .map(({ account, available, isLow }) => ({
      record: { type: "system_account", id: account.replaceAll("_", "-"), name: titleCase(account) },
      left: `${formatMoney(available)} is available.`,
      policy: routes.systemWallet.createMovement.policy,
      isLow,
    }));
}

const recordKeyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`;

async function deleteRecovered(db: Database, watched: readonly WatchedBudget[]): Promise<void> {
  const watchedKeys = new Set(watched.map(({ record }) => recordKeyOf(record)));
  for (const { recordType: type, recordId: id } of await db.select().from(lowBudgets))
    if (!watchedKeys.has(recordKeyOf({ type, id })))
      await db.delete(lowBudgets).where(and(eq(lowBudgets.recordType, type), eq(lowBudgets.recordId, id)));
}

const notifyOnce = (db: Database, { record, left, policy }: WatchedBudget): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [crossing] = await tx
      .insert(lowBudgets)
      .values({ recordType: record.type, recordId: record.id })
      .onConflictDoNothing()
      .returning();
    if (!crossing || typeof policy === "string") return false;
    const cause = `low_budget:${record.id}:${crossing.since.getTime()}`;
    const admins = await readAdminsHolding(tx, [policy]);
    await notifyAdmins(
      tx,
      admins.map(({ id }) => id),
      { kind: "low_budget", record, cause, params: { left } },
    );
    return true;
  });
