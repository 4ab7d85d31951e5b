import "server-only";
import { asc, inArray } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import type { users } from "@/lib/server/db/schema/user";
import { runOrReturnRefusal } from "@/lib/server/event/run-or-refusal";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { postSuccessfulPayments } from "@/lib/server/transaction/change-transaction";
import { insertPayments, SENT_TO_PROVIDER_MESSAGE } from "@/lib/server/transaction/insert-payment";
import type { MethodRow } from "@/lib/server/transaction/require-method";
import { queuePayouts } from "@/lib/server/transaction/send-payout";
import type { ApplicationRecord } from "./application-record";
import type { PayoutRowRecord } from "./batch-record";
import { changeBatchRows, setApplicationStates } from "./change-rows";
import { notifyPayouts } from "./notify-payouts";
import { payoutId, payoutReference } from "./payout-id";

type PayeeData = { application: ApplicationRecord; programme: { name: string }; user: typeof users.$inferSelect };
/** A payout batch row with the data needed to pay it. */
export type Payee = ReturnType<typeof payeeOf>;

/** Returns the locked payout row with the data for its next payment attempt. */
export function payeeOf(row: PayoutRowRecord, found: PayeeData) {
  const attempt = row.tries + 1;
  const id = payoutId(row, attempt);
  const payment = {
    id,
    reference: payoutReference(id),
    userId: found.user.id,
    counterpartyId: null,
    type: "grant_payout" as const,
    channel: found.application.payoutKind === "wallet" ? ("wallet" as const) : ("bank_transfer" as const),
    amount: row.amount,
    fee: 0,
    description: `Grant: ${found.programme.name}`,
  };
  return { ...found, row, amount: row.amount, attempt, payment };
}

/** Queues provider orders for payments to bank accounts. The orders are sent after the commit. */
export async function queueProviderOrders(tx: Transaction, payees: readonly Payee[], method: MethodRow): Promise<void> {
  if (!payees.length) return;
  await insertPayments(
    tx,
    payees.map(({ payment }) => ({ ...payment, methodId: method.id, message: SENT_TO_PROVIDER_MESSAGE })),
  );
  await queuePayouts(
    tx,
    payees.map(({ payment, application }) => ({
      transactionId: payment.id,
      applicationId: application.id,
      provider: method.provider,
    })),
  );
  await changeBatchRows(
    tx,
    payees.map(({ row, attempt, payment }) => ({
      row,
      state: "sent",
      problem: null,
      tries: attempt,
      transactionId: payment.id,
    })),
  );
}

/** Pays into wallets, with one ledger entry each. @returns refused rows with the reason; their changes are rolled back */
export async function payIntoWallets(tx: Transaction, payees: readonly Payee[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  if (!payees.length) return refused;
  const refusal = await runOrReturnRefusal(tx, (savepoint) => payAll(savepoint, payees));
  if (!(refusal instanceof Refusal)) return refused;
  if (payees.length > 1) await lockBudgetsAndAccounts(tx, payees);
  for (const payee of payees) {
    const ownRefusal =
      payees.length > 1 ? await runOrReturnRefusal(tx, (savepoint) => payAll(savepoint, [payee])) : refusal;
    if (ownRefusal instanceof Refusal) refused.set(payee.row.row, ownRefusal.message);
  }
  return refused;
}

/** Locks programmes and accounts in the lock order, before rows are paid one by one. */
async function lockBudgetsAndAccounts(tx: Transaction, payees: readonly Payee[]): Promise<void> {
  const programmes = [...new Set(payees.map(({ application }) => application.programmeId))];
  await tx
    .select({ id: grantProgrammes.id })
    .from(grantProgrammes)
    .where(inArray(grantProgrammes.id, programmes))
    .orderBy(asc(grantProgrammes.id))
    .for("no key update");
  await lockAccounts(tx, [IDS.grants_pool, ...payees.map(({ user }) => user.id)]);
}

/** Pays all rows into wallets. @throws 409 if one of the wallets can't receive the money */
async function payAll(tx: Transaction, payees: readonly Payee[]): Promise<void> {
  // Locks applications and their programmes before the ledger accounts, as the lock order requires.
  await setApplicationStates(
    tx,
    payees.map(({ application }) => application),
    "disbursed",
  );
  const total = payees.reduce((sum, { amount }) => sum + amount, 0);
  const payments = payees.map(({ payment }) => payment);
  const booked = await postSuccessfulPayments(tx, payments, { accountId: IDS.grants_pool, amount: total });
  if ("reason" in booked) throw refuse.conflict([booked.reason, booked.hint].filter(Boolean).join(" "));
  await insertPayments(
    tx,
    payments.map((payment, index) => ({
      ...payment,
      state: "succeeded",
      completedAt: booked[index]?.entry.postedAt,
      message: "Paid into the wallet",
    })),
  );
  await changeBatchRows(
    tx,
    payees.map(({ row, attempt, payment }) => ({
      row,
      state: "paid",
      problem: null,
      tries: attempt,
      transactionId: payment.id,
    })),
  );
  await notifyPayouts(tx, payees, "paid");
}
