import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import { hasValidNubanCheckDigit } from "@/lib/contract/nuban.values";
import type { statementCalls as calls } from "@/lib/contract/reconciliation-statements";
import { formatDay } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { lockReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { lockExpectedVersion, refuseNameTaken, updateVersionedRecord } from "@/lib/server/records/version";
import { knownBankName } from "./known-banks";
import { type BankAccountRow, bankAccountRecordRef, readBankAccount } from "./read-accounts";

/** Maximum number of days before today that the first account's first day may be. */
const MAX_DAYS_BACK = 366;

const auditFieldsOf = ({ name, bankName, accountNumber, isActive }: BankAccountRow) => ({
  name,
  bank: bankName,
  account_number: accountNumber,
  reconciled: isActive,
});

/**
 * Adds a bank account. The first one starts reconciliation on its first day.
 * @throws 400 for a wrong account number, an unknown bank without a name, or an impossible first day; 409 for a second account of
 * the same name or number
 */
export async function createBankAccount({ tx, audit }: WriteContext, input: InputOf<typeof calls.createBankAccount>) {
  const settings = await lockReconciliationSettings(tx);
  const bankName = await checkBank(tx, input);
  const startsOn = checkFirstDay(input.starts_on ?? null, settings);
  await refuseSameAccount(tx, input);
  const id = uuid();
  await refuseNameTaken(tx, bankAccounts, "bank account", { id, name: input.name });
  const isFirst = settings.startsOn === null;
  if (isFirst) await tx.update(reconciliationSettings).set({ startsOn, closedUntil: addDays(startsOn, -1) });
  const [created] = await tx
    .insert(bankAccounts)
    .values({
      id,
      ...{ name: input.name, bankCode: input.bank_code, bankName, accountNumber: input.account_number },
      startsOn: startsOn === settings.startsOn || isFirst ? null : startsOn,
    })
    .returning();
  if (!created) throw new Error("The bank account was not inserted.");
  audit({
    record: bankAccountRecordRef(created),
    after: { ...auditFieldsOf(created), first_day: startsOn, ...(isFirst && { reconciliation: "started" }) },
  });
  return readBankAccount(tx, id);
}

/** Returns the bank's name. @throws 400 if the bank is unknown and no name is given, or if the account number's check digit is wrong */
async function checkBank(tx: Transaction, input: InputOf<typeof calls.createBankAccount>): Promise<string> {
  const { bank_code: code, account_number: number } = input;
  const known = await knownBankName(tx, code);
  const name = known ?? input.bank_name;
  if (!name) {
    const message = "No bank with this code is known. Enter the bank's name.";
    throw refuse.badInput(message, { bank_name: message });
  }
  // Checks only commercial banks, whose codes have three digits: wallets of other institutions use phone numbers without a check digit.
  if (known && code.length === 3 && hasValidNubanCheckDigit(code, number) === false) {
    const message = `${name} has no account with this number: its last digit does not fit. Check bank and number.`;
    throw refuse.badInput(message, { account_number: message });
  }
  return name;
}

/** Returns the account's first day; by default the first open day. @throws 400 for a missing, closed, too early or future day */
function checkFirstDay(
  wanted: string | null,
  { startsOn, closedUntil }: { startsOn: string | null; closedUntil: string | null },
): string {
  const wrong = (message: string) => refuse.badInput(message, { starts_on: message });
  const today = lagosDayOf(new Date());
  if (closedUntil !== null && startsOn !== null) {
    const firstOpenDay = addDays(closedUntil, 1);
    if (wanted && wanted < firstOpenDay)
      throw wrong(`Use ${formatDay(firstOpenDay)} or later: earlier days are closed.`);
    if (wanted && wanted > today) throw wrong("The first day can't be in the future.");
    return wanted ?? firstOpenDay;
  }
  if (!wanted) throw wrong("Choose the first day that is reconciled.");
  if (wanted > today) throw wrong("The first day can't be in the future.");
  const earliest = addDays(today, -MAX_DAYS_BACK);
  if (wanted < earliest) throw wrong(`Use ${formatDay(earliest)} or later.`);
  return wanted;
}

/** Refuses a second account with the same bank and number. @throws 409 with the existing account's name */
async function refuseSameAccount(tx: Transaction, input: { bank_code: string; account_number: string }) {
  const [same] = await tx
    .select({ name: bankAccounts.name })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.bankCode, input.bank_code), eq(bankAccounts.accountNumber, input.account_number)));
  if (same) throw refuse.conflict(`This account was added already, as ${same.name}.`);
}

/** Renames an account, or stops or resumes its reconciliation. @throws 404; 409 for a name of another account or an outdated version */
export async function updateBankAccount(
  { tx, audit }: WriteContext,
  { accountId, version, name, is_active }: InputOf<typeof calls.updateBankAccount>,
) {
  const before = await lockExpectedVersion(
    tx,
    bankAccounts,
    { id: accountId, version },
    { noun: "bank account", current: (row) => readBankAccount(tx, row.id) },
  );
  await refuseNameTaken(tx, bankAccounts, "bank account", { id: before.id, name });
  const after = await updateVersionedRecord(tx, bankAccounts, before.id, { name, isActive: is_active });
  audit({ record: bankAccountRecordRef(after), before: auditFieldsOf(before), after: auditFieldsOf(after) });
  return readBankAccount(tx, after.id);
}
