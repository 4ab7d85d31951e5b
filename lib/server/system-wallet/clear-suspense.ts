import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { attachBalanceMessage } from "@/lib/server/api/balances-in-refusals";
import { fullName } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { isReclaimableByBank } from "@/lib/server/transaction/postings";
import { readSuspense, type SuspenseOfTransaction, suspenseEffectOf } from "./read-suspense";

type MovementRecord = typeof walletMovements.$inferSelect;

/** Returns the transaction to which a manual transfer refers, with its user; null if it refers to none. */
export async function readTransactionOfMovement(
  db: Queryable,
  { transactionId }: Pick<MovementRecord, "transactionId">,
) {
  if (!transactionId) return null;
  const [row] = await db
    .select({ transaction: transactions, user: users })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(eq(transactions.id, transactionId));
  if (!row) throw new Error(`Transaction ${transactionId} vanished.`);
  return { ...row.transaction, user: { id: row.user.id, name: fullName(row.user), status: row.user.status } };
}

/**
 * Locks and returns the transaction with this reference. The manual transfer's foreign key alone would take a weaker lock,
 * which blocks the next FOR UPDATE of the row. @throws 400 for an unknown reference
 */
export async function lockTransactionByReference(
  tx: Transaction,
  typed: string | null | undefined,
): Promise<string | null> {
  const reference = typed?.trim().toUpperCase();
  if (!reference) return null;
  const [row] = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.reference, reference))
    .for("update");
  if (row) return row.id;
  const message = "No transaction has this reference. Copy it from the transaction's page.";
  throw refuse.badInput(message, { transaction: message });
}

type NamedTransaction = NonNullable<Awaited<ReturnType<typeof readTransactionOfMovement>>>;

/**
 * Rejects a pending manual transfer that takes more from suspense than it has for the transaction, or adds more than is missing. Applies
 * to every kind. The caller has locked the transaction. @throws 409
 */
export async function refuseMoreThanOnSuspense(tx: Transaction, movement: MovementRecord): Promise<void> {
  const subject = await readTransactionOfMovement(tx, movement);
  if (!subject) return;
  const held = await readSuspense(tx, subject.id);
  const isIncrease = (suspenseEffectOf(movement) ?? 0) > 0;
  const isShortfall = held.into <= -held.balance;
  if (isIncrease && !isShortfall && movement.kind !== "fund") throw aboveShortfallRefusal(subject, held);
  if (isIncrease && !isShortfall && held.funded > held.fundable) throw aboveFundableRefusal(subject, held);
  // Allows money posted by mistake to be taken out again, unless money that already left suspense depends on it.
  if (!isIncrease && held.spent > 0 && held.balance < held.out) throw excessRefusal(subject, held, movement);
  if (movement.kind === "clear" && subject.user.status === "closed")
    throw refuse.conflict(
      `${subject.user.name}'s account is closed, so nothing moves in its wallet. ${isIncrease ? COVER_SHORTAGE_ADVICE : "Withdraw it from suspense to the person's bank account, naming the transaction."}`,
    );
}

/** Advice in a refusal because the citizen's wallet has too little money to cover the shortfall on suspense. */
export const COVER_SHORTAGE_ADVICE =
  "What it can't pay must come from another account: fund suspense with it, or transfer it there, naming the transaction.";

/** Advice in a refusal that depends on the amounts of other pending requests. */
export const ASK_LESS_ADVICE = "Ask for less, or have the other requests decided first.";

function excessRefusal(
  { reference }: NamedTransaction,
  { balance, out }: SuspenseOfTransaction,
  { kind }: MovementRecord,
): Refusal {
  if (balance > 0)
    return suspenseRefusal(
      `Suspense holds less than that for ${reference}. ${ASK_LESS_ADVICE}`,
      `Suspense holds ${formatMoney(balance)} for ${reference}, and with this and the pending requests ${formatMoney(out)} would be taken. ${ASK_LESS_ADVICE}`,
    );
  if (balance < 0) {
    const advice = "Take it back from the wallet, or fund suspense and name the transaction.";
    return suspenseRefusal(
      `Suspense is short of money for ${reference}, so nothing goes out of it. ${advice}`,
      `Suspense is short of ${formatMoney(-balance)} for ${reference}, so nothing goes out of it. ${advice}`,
    );
  }
  return refuse.conflict(
    kind === "reversal"
      ? `Suspense no longer holds money for ${reference}: the money that this would take back was moved on. Reverse that movement first.`
      : `Suspense holds nothing for ${reference}. Money that the bank returned is posted there first: fund suspense and name the transaction.`,
  );
}

const suspenseRefusal = (neutralMessage: string, figures: string) =>
  attachBalanceMessage(refuse.conflict(neutralMessage), figures, "System Wallet");

const aboveShortfallRefusal = ({ reference }: NamedTransaction, { balance, into }: SuspenseOfTransaction): Refusal =>
  balance < 0
    ? suspenseRefusal(
        `Suspense is short of less than that for ${reference}. ${ASK_LESS_ADVICE}`,
        `Suspense is short of ${formatMoney(-balance)} for ${reference}, and with this and what already waits for approval ${formatMoney(into)} would come in for it. ${ASK_LESS_ADVICE}`,
      )
    : refuse.conflict(
        `Suspense is short of nothing for ${reference}, so nothing has to come in for it. Leave the transaction out, or name the right one.`,
      );

function aboveFundableRefusal(subject: NamedTransaction, held: SuspenseOfTransaction): Refusal {
  const { fundable, funded } = held;
  if (held.balance < 0) return aboveShortfallRefusal(subject, held);
  if (fundable === 0)
    return refuse.conflict(
      `No money went out with ${subject.reference}, so none can come back of it. Leave the transaction out, or name the right one.`,
    );
  return refuse.conflict(
    isReclaimableByBank(subject)
      ? `${formatMoney(fundable)} more were to be paid with ${subject.reference} than came, and with this ${formatMoney(funded)} would have come. Fund no more than is missing.`
      : `${formatMoney(fundable)} went out with ${subject.reference}, and with this ${formatMoney(funded)} would have come back. Fund no more than is missing.`,
  );
}

/** Rejects a refund of money that was returned to suspense: it must be cleared instead. @throws 409 for more than remains */
export async function refuseRefundOfReturnedMoney(
  tx: Transaction,
  transactionId: string,
  amount: number,
): Promise<void> {
  const { fundable, funded } = await readSuspense(tx, transactionId);
  if (funded > 0 && amount > fundable - funded)
    throw refuse.conflict(
      `${formatMoney(funded)} of this transaction came back by way of suspense, so at most ${formatMoney(Math.max(fundable - funded, 0))} can be refunded. Clear the rest to the wallet in System Wallet.`,
    );
}
