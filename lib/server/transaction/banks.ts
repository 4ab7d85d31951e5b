import "server-only";
import { and, asc, eq, max, notInArray, sql } from "drizzle-orm";
import { hasValidNubanCheckDigit } from "@/lib/contract/nuban.values";
import { refuse } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Queryable } from "@/lib/server/db/client";
import { banks } from "@/lib/server/db/schema/provider";
import { offeredPaymentProviders } from "./payment-methods";
import { paymentProviderOf } from "./provider";
import type { ProviderBank } from "./provider-port";

/** Time in ms after which the provider's list of banks is read again. */
const REFRESH_MS = 24 * 3_600_000;

/** Reads the banks of the first real provider, once a day. @returns number of banks read; 0 if the stored list is recent */
export async function refreshBanks(db: Database, now = Date.now()): Promise<number> {
  const name = offeredPaymentProviders().find((each) => each !== "simulated" && each !== "ledger");
  const provider = name && paymentProviderOf(name);
  if (!provider) return 0;
  const [last] = await db.select({ at: max(banks.refreshedAt) }).from(banks);
  if (last?.at && now - last.at.getTime() < REFRESH_MS) return 0;
  const list = await provider.banks();
  if (!list.length) throw new Error(`${name} returned no banks.`);
  await inTransaction(db, async (tx) => {
    const before = new Map((await tx.select().from(banks)).map((bank) => [bank.code, bank]));
    const refreshedAt = new Date(now);
    await tx
      .insert(banks)
      .values(list.map((bank) => ({ ...bank, provider: name, refreshedAt })))
      .onConflictDoUpdate({
        target: banks.code,
        set: {
          name: sql`excluded.name`,
          institution: sql`excluded.institution`,
          isActive: sql`excluded.is_active`,
          provider: sql`excluded.provider`,
          refreshedAt: sql`excluded.refreshed_at`,
        },
      });
    const codes = list.map(({ code }) => code);
    const gone = await tx
      .update(banks)
      .set({ isActive: false })
      .where(and(notInArray(banks.code, codes), eq(banks.isActive, true)))
      .returning({ name: banks.name });
    const isChanged = (bank: ProviderBank) => {
      const known = before.get(bank.code);
      return known?.name !== bank.name || known.isActive !== bank.isActive;
    };
    const changed = list.filter(isChanged);
    if (!changed.length && !gone.length) return;
    const after = { banks: list.length, changed: changed.length, no_longer_listed: gone.length };
    await appendAudit(tx, systemAuditRow("transaction.banksRefreshed", { record: null, after }));
  });
  return list.length;
}

/** Returns the banks that receive payouts, by name, and when the list was read. */
export async function listBanks(db: Queryable) {
  const items = await db
    .select({ code: banks.code, name: banks.name })
    .from(banks)
    .where(eq(banks.isActive, true))
    .orderBy(asc(banks.name), asc(banks.code));
  const [last] = await db.select({ at: max(banks.refreshedAt) }).from(banks);
  return { items, refreshed_at: last?.at?.toISOString() ?? null };
}

/**
 * Rejects an account number whose check digit does not fit its bank, and a bank that takes no payouts. Accepts any number of a bank that
 * is not in the list. The check digit decides only for commercial banks, whose code has three digits: wallets of other institutions use
 * phone numbers.
 * @throws 400
 */
export async function refuseInvalidBankAccount(
  db: Queryable,
  { bankCode, accountNumber }: { bankCode: string; accountNumber: string },
): Promise<void> {
  const [bank] = await db.select().from(banks).where(eq(banks.code, bankCode));
  if (!bank) return;
  if (!bank.isActive) {
    const message = `${bank.name} receives no transfers at the moment. Use an account of another bank.`;
    throw refuse.badInput(message, { bank_code: message });
  }
  if (bankCode.length !== 3 || hasValidNubanCheckDigit(bankCode, accountNumber) !== false) return;
  const message = `${bank.name} has no account with this number: its last digit does not fit. Check bank and number.`;
  throw refuse.badInput(message, { account_number: message });
}
