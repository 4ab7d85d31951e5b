import "server-only";
import { asc, desc, eq } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { BankAccount } from "@/lib/contract/reconciliation-statements";
import { addDays, listLagosDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { bankAccounts, bankStatements } from "@/lib/server/db/schema/bank-statements";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { coveredDaysByAccount, yesterdayInLagos } from "./coverage";
import { listKnownBanks } from "./known-banks";

/** Database row of a bank account. */
export type BankAccountRow = typeof bankAccounts.$inferSelect;

/** Returns the reference (type, id and name) to a bank account for audit rows. */
export const bankAccountRecordRef = ({ id, name }: Pick<BankAccountRow, "id" | "name">) => ({
  type: "bank_account" as const,
  id,
  name,
});

/** Returns the bank accounts by name, the float's balance, and the first and last day of reconciliation. */
export async function readBankAccounts(db: Queryable) {
  const settings = await readReconciliationSettings(db);
  const [float] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, SYSTEM_ACCOUNT_IDS.settlement_float));
  const rows = await db.select().from(bankAccounts).orderBy(asc(bankAccounts.name), asc(bankAccounts.id));
  return {
    items: await toAccounts(db, rows, settings),
    starts_on: settings.startsOn,
    closed_until: settings.closedUntil,
    float_balance: float?.balance ?? 0,
    banks: await listKnownBanks(db),
  };
}

/** Returns one bank account in the form of the API. */
export async function readBankAccount(db: Queryable, id: string): Promise<BankAccount> {
  const rows = await db.select().from(bankAccounts).where(eq(bankAccounts.id, id));
  const [account] = await toAccounts(db, rows, await readReconciliationSettings(db));
  if (!account) throw new Error(`Bank account ${id} vanished.`);
  return account;
}

type Days = { startsOn: string | null; closedUntil: string | null };

async function toAccounts(db: Queryable, rows: readonly BankAccountRow[], { startsOn, closedUntil }: Days) {
  if (!startsOn || !closedUntil) return [];
  const yesterday = yesterdayInLagos();
  const covered = await coveredDaysByAccount(db, { from: addDays(closedUntil, 1), to: yesterday });
  const balances = await lastBalances(db);
  return rows.map((account): BankAccount => {
    const firstDay = account.startsOn ?? startsOn;
    const firstOpenDay = closedUntil < firstDay ? firstDay : addDays(closedUntil, 1);
    const isCovered = covered.get(account.id);
    const firstMissing = listLagosDays(firstOpenDay, yesterday).find((day) => !isCovered?.has(day));
    const coveredTo = addDays(firstMissing ?? addDays(yesterday, 1), -1);
    return {
      ...{ id: account.id, name: account.name, bank_code: account.bankCode, bank_name: account.bankName },
      ...{ account_number: account.accountNumber, starts_on: firstDay, is_active: account.isActive },
      covered_to: coveredTo < firstDay ? null : coveredTo,
      balance: balances.get(account.id) ?? null,
      version: account.version,
    };
  });
}

/** Returns the closing balance and the last day of each account's last statement. */
async function lastBalances(db: Queryable): Promise<Map<string, { amount: number; day: string }>> {
  const rows = await db
    .selectDistinctOn([bankStatements.accountId], {
      account: bankStatements.accountId,
      amount: bankStatements.closing,
      day: bankStatements.toDay,
    })
    .from(bankStatements)
    .where(eq(bankStatements.state, "imported"))
    .orderBy(bankStatements.accountId, desc(bankStatements.toDay), desc(bankStatements.endedAt));
  return new Map(rows.map(({ account, ...balance }) => [account, balance]));
}
