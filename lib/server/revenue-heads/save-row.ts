import "server-only";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { hasValidNubanCheckDigit } from "@/lib/contract/nuban.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { banks } from "@/lib/server/db/schema/provider";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { releaseRemittances } from "./open-remittances";
import type { RevenueHeadRecord } from "./record";

/** Names, account and state of a revenue head from a day on. */
export type RevenueHeadValues = Omit<RevenueHeadRecord, "id" | "createdAt" | "version">;

/** Saves rows of several revenue heads. The caller has checked that payments used none of the replaced rows, and that no account changes. */
export async function saveHeadRows(tx: Transaction, rows: readonly RevenueHeadValues[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(revenueHeads)
    .values(rows.map((values) => ({ id: uuid(), ...values })))
    .onConflictDoUpdate({
      target: [revenueHeads.code, revenueHeads.startsOn],
      set: {
        name: sql`excluded.name`,
        ministry: sql`excluded.ministry`,
        bankName: sql`excluded.bank_name`,
        accountNumber: sql`excluded.account_number`,
        isActive: sql`excluded.is_active`,
        version: sql`${revenueHeads.version} + 1`,
      },
    });
}

/**
 * Saves the values of a revenue head from a day on: as a new row, or in the unused row of that day. If the head has an account now, its
 * remittances lose the finding `no_head_account`.
 */
export async function saveHeadRow(tx: Transaction, values: RevenueHeadValues): Promise<RevenueHeadRecord> {
  const { code, startsOn, ...changed } = values;
  const [saved] = await tx
    .insert(revenueHeads)
    .values({ id: uuid(), ...values })
    .onConflictDoUpdate({
      target: [revenueHeads.code, revenueHeads.startsOn],
      set: { ...changed, version: sql`${revenueHeads.version} + 1` },
    })
    .returning();
  if (!saved) throw new Error(`Revenue head ${code} was not saved for ${startsOn}.`);
  if (saved.accountNumber && saved.isActive) await releaseRemittances(tx, code);
  return saved;
}

/** Returns the banks whose account numbers have check digits: commercial banks, whose code has three digits. */
export async function readBanksWithCheckDigits(db: Queryable): Promise<Bank[]> {
  const rows = await db.select({ code: banks.code, name: banks.name }).from(banks);
  return rows.filter(({ code }) => code.length === 3);
}
type Bank = { code: string; name: string };

/** Returns what is wrong with an account number; null if it fits its bank, or if the bank is not in the list of banks. */
export function headAccountProblem(
  known: readonly Bank[],
  { bankName, accountNumber }: Pick<RevenueHeadValues, "bankName" | "accountNumber">,
): string | null {
  if (!bankName || !accountNumber) return null;
  const bank = known.find(({ name }) => name.toLowerCase() === bankName.toLowerCase());
  if (!bank || hasValidNubanCheckDigit(bank.code, accountNumber) !== false) return null;
  return `${bank.name} has no account with this number: its last digit does not fit. Check bank and number.`;
}
