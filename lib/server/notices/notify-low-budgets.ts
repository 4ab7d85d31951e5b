import "server-only";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Policy } from "@/lib/contract/access";
import { LOW_BUDGET_PERCENT } from "@/lib/contract/notices.values";
import { routes } from "@/lib/contract/routes";
import { levelOf } from "@/lib/contract/system-wallet.values";
import { formatMoney, titleCase } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { lowBudgets } from "@/lib/server/db/schema/notices";
import { programmeRecord } from "@/lib/server/grant/programme-record";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { readAccounts } from "@/lib/server/system-wallet/read-accounts";
import { notify } from "./notify";
import type { NewNotice } from "./record";

/** Accounts that pay for something and are filled by an admin. */
const WATCHED_ACCOUNTS = ["settlement_float", "grants_pool", "promotions_pool"];

type LowBudget = { record: NewNotice["record"]; left: string; policy: Policy };

/**
 * Notifies those who may act on it when a programme's budget or a system account becomes low: once, and again only after it was
 * above the threshold. A timed task runs it every minute (process/timed-tasks.ts). The row of `low_budgets` lets one of several
 * servers notify.
 * @returns the number of notified crossings
 */
export async function notifyLowBudgets(db: Database): Promise<number> {
  const low = [...(await lowProgrammes(db)), ...(await lowAccounts(db))];
  await forgetRecovered(db, low);
  let count = 0;
  for (const budget of low) if (await notifyOnce(db, budget)) count++;
  return count;
}

/** Programmes that pay out, with less than LOW_BUDGET_PERCENT of their budget neither approved nor paid. */
async function lowProgrammes(db: Queryable): Promise<LowBudget[]> {
  const { budget, committed, paid, state } = grantProgrammes;
  const left = sql<number>`(${budget} - ${committed} - ${paid})`;
  const rows = await db
    .select()
    .from(grantProgrammes)
    .where(
      and(inArray(state, ["open", "closed"]), lt(sql`${left} * 100`, sql`${budget} * ${LOW_BUDGET_PERCENT}::int`)),
    );
  return rows.map((programme) => ({
    record: programmeRecord(programme),
    left: `${formatMoney(programme.budget - programme.committed - programme.paid)} of ${formatMoney(programme.budget)} is left.`,
    policy: routes.grant.raiseBudget.policy,
  }));
}

/** Accounts that are low by the same rule as on the page System Wallet. */
async function lowAccounts(db: Queryable): Promise<LowBudget[]> {
  const accounts = await readAccounts(db);
  return accounts
    .filter((each) => WATCHED_ACCOUNTS.includes(each.account) && levelOf(each.account, each) !== "enough")
    .map((each) => ({
      record: { type: "system_account", id: each.account.replaceAll("_", "-"), name: titleCase(each.account) },
      left: `${formatMoney(each.available)} is available.`,
      policy: routes.systemWallet.createMovement.policy,
    }));
}

const keyOf = ({ type, id }: { type: string; id: string }) => `${type} ${id}`;

async function forgetRecovered(db: Database, low: readonly LowBudget[]): Promise<void> {
  const lowKeys = new Set(low.map(({ record }) => keyOf(record)));
  for (const { recordType: type, recordId: id } of await db.select().from(lowBudgets))
    if (!lowKeys.has(keyOf({ type, id })))
      await db.delete(lowBudgets).where(and(eq(lowBudgets.recordType, type), eq(lowBudgets.recordId, id)));
}

const notifyOnce = (db: Database, { record, left, policy }: LowBudget): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [crossing] = await tx
      .insert(lowBudgets)
      .values({ recordType: record.type, recordId: record.id })
      .onConflictDoNothing()
      .returning();
    if (!crossing || typeof policy === "string") return false;
    const cause = `low_budget:${record.id}:${crossing.since.getTime()}`;
    const admins = await readAdminsHolding(tx, [policy]);
    await notify(
      tx,
      admins.map(({ id }) => id),
      { kind: "low_budget", record, cause, params: { left } },
    );
    return true;
  });
