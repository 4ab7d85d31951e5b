import "server-only";
import { eq } from "drizzle-orm";
import { routes } from "@/lib/contract/routes";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { areNamesEqual } from "@/lib/server/base/compare-names";
import type { Database, Transaction } from "@/lib/server/db/client";
import { accountNameChecks } from "@/lib/server/db/schema/provider";
import { transactionEvents } from "@/lib/server/db/schema/transaction";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { type TransactionRecord, transactionRecordRef } from "./change-transaction";
import { PayoutRefusal } from "./payout-refusal";
import type { PaymentProvider } from "./provider";
import { ProviderRejection } from "./provider-errors";

type Account = { bank_code: string; account_number: string; account_name: string };

/**
 * Compares the account's name at the bank before a payout is sent, once for each payout. If it differs, the payout waits
 * for an admin's decision, and the admins who may decide are notified.
 * @returns whether the payout may be sent
 * @throws PayoutRefusal if the bank knows no such account
 */
export async function checkAccountName(
  db: Database,
  payment: TransactionRecord,
  provider: PaymentProvider,
  account: Account,
): Promise<boolean> {
  const [earlier] = await db.select().from(accountNameChecks).where(eq(accountNameChecks.transactionId, payment.id));
  if (earlier) return earlier.isEqual || earlier.decision === "send";
  const nameAtBank = await readName(provider, account);
  if (nameAtBank === null) return true;
  const isEqual = areNamesEqual(nameAtBank, account.account_name);
  await inTransaction(db, (tx) => saveCheck(tx, payment, { nameAtBank, isEqual, expected: account.account_name }));
  return isEqual;
}

async function readName(provider: PaymentProvider, account: Account): Promise<string | null> {
  try {
    return await provider.accountName({ bankCode: account.bank_code, accountNumber: account.account_number });
  } catch (error) {
    if (error instanceof ProviderRejection) throw new PayoutRefusal(error.message);
    throw error;
  }
}

type NameCheck = { nameAtBank: string; isEqual: boolean; expected: string };

async function saveCheck(tx: Transaction, payment: TransactionRecord, { nameAtBank, isEqual, expected }: NameCheck) {
  const stored = await tx
    .insert(accountNameChecks)
    .values({ transactionId: payment.id, nameAtBank, isEqual })
    .onConflictDoNothing()
    .returning();
  if (!stored.length || isEqual) return;
  const message = `Not sent: the account is ${nameAtBank}'s at the bank, and ${expected} is expected. An admin has to decide.`;
  await tx.insert(transactionEvents).values({ transactionId: payment.id, kind: "attempt", message });
  const record = transactionRecordRef(payment);
  // Leaves the names out of the audit trail. Only the payment's history contains them, and erasing a citizen's data clears that history.
  await appendAudit(tx, systemAuditRow("transaction.accountNameDiffers", { record, after: { waits_for: "decision" } }));
  const { policy } = routes.transaction.decideAccount;
  const admins = typeof policy === "string" ? [] : await readAdminsHolding(tx, [policy]);
  const notice = { kind: "account_name", record, cause: `account_name:${payment.id}` } as const;
  await notifyAdmins(
    tx,
    admins.map(({ id }) => id),
    notice,
  );
}
