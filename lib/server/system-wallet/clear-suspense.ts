import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { withFigures } from "@/lib/server/api/balances-in-refusals";
import { fullName } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { isReclaimableByBank } from "@/lib/server/transaction/postings";
import { type Suspense, suspenseEffectOf, suspenseFor } from "./read-suspense";

type MovementRecord = typeof walletMovements.$inferSelect;

/** Returns the transaction that a movement names, with its user; null if it names none. */
export async function aboutOf(db: Queryable, { transactionId }: Pick<MovementRecord, "transactionId">) {
  if (!transactionId) return null;
  const [found] = await db
    .select({ transaction: transactions, user: users })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(eq(transactions.id, transactionId));
  if (!found) throw new Error(`Transaction ${transactionId} vanished.`);
  return { ...found.transaction, user: { id: found.user.id, name: fullName(found.user), status: found.user.status } };
}

/**
 * Locks and returns the transaction with this reference. The movement's foreign key alone would take a weaker lock, which blocks
 * the next FOR UPDATE of the row. @throws 400 for an unknown reference
 */
export async function transactionNamed(tx: Transaction, typed: string | null | undefined): Promise<string | null> {
  const reference = typed?.trim().toUpperCase();
  if (!reference) return null;
  const [found] = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.reference, reference))
    .for("update");
  if (found) return found.id;
  const message = "No transaction has this reference. Copy it from the transaction's page.";
  throw refuse.badInput(message, { transaction: message });
}

type About = NonNullable<Awaited<ReturnType<typeof aboutOf>>>;

/**
 * Rejects a movement awaiting approval that takes or brings more than suspense has or lacks for its transaction. Applies to every
 * kind. The caller has locked the transaction. @throws 409
 */
export async function refuseBeyondHeld(tx: Transaction, movement: MovementRecord): Promise<void> {
  const about = await aboutOf(tx, movement);
  if (!about) return;
  const has = await suspenseFor(tx, about.id);
  const isInto = (suspenseEffectOf(movement) ?? 0) > 0;
  const isShort = has.into <= -has.balance;
  if (isInto && !isShort && movement.kind !== "fund") throw beyondShort(about, has);
  if (isInto && !isShort && has.funded > has.fundable) throw beyondFundable(about, has);
  // Money booked by mistake can be taken back, as long as no money that left suspense depends on it.
  if (!isInto && has.spent > 0 && has.balance < has.out) throw beyondHeld(about, has, movement);
  if (movement.kind === "clear" && about.user.status === "closed")
    throw refuse.conflict(
      `${about.user.name}'s account is closed, so nothing moves in its wallet. ${isInto ? COVER_SHORTAGE_ADVICE : "Withdraw it from suspense to the person's bank account, naming the transaction."}`,
    );
}

/** Advice in a refusal when the wallet can't cover what suspense lacks. */
export const COVER_SHORTAGE_ADVICE =
  "What it can't pay must come from another account: fund suspense with it, or transfer it there, naming the transaction.";

export const ASK_LESS_ADVICE = "Ask for less, or have the other requests decided first.";

function beyondHeld({ reference }: About, { balance, out }: Suspense, { kind }: MovementRecord): Refusal {
  if (balance > 0)
    return ofSuspense(
      `Suspense holds less than that for ${reference}. ${ASK_LESS_ADVICE}`,
      `Suspense holds ${formatMoney(balance)} for ${reference}, and with this and the pending requests ${formatMoney(out)} would be taken. ${ASK_LESS_ADVICE}`,
    );
  if (balance < 0) {
    const way = "Take it back from the wallet, or fund suspense and name the transaction.";
    return ofSuspense(
      `Suspense is short of money for ${reference}, so nothing goes out of it. ${way}`,
      `Suspense is short of ${formatMoney(-balance)} for ${reference}, so nothing goes out of it. ${way}`,
    );
  }
  return refuse.conflict(
    kind === "reversal"
      ? `Suspense no longer holds money for ${reference}: the money that this would take back was moved on. Reverse that movement first.`
      : `Suspense holds nothing for ${reference}. Money that the bank returned is posted there first: fund suspense and name the transaction.`,
  );
}

const ofSuspense = (neutral: string, figures: string) =>
  withFigures(refuse.conflict(neutral), figures, "System Wallet");

const beyondShort = ({ reference }: About, { balance, into }: Suspense): Refusal =>
  balance < 0
    ? ofSuspense(
        `Suspense is short of less than that for ${reference}. ${ASK_LESS_ADVICE}`,
        `Suspense is short of ${formatMoney(-balance)} for ${reference}, and with this and what already waits for approval ${formatMoney(into)} would come in for it. ${ASK_LESS_ADVICE}`,
      )
    : refuse.conflict(
        `Suspense is short of nothing for ${reference}, so nothing has to come in for it. Leave the transaction out, or name the right one.`,
      );

function beyondFundable(about: About, has: Suspense): Refusal {
  const { fundable, funded } = has;
  if (has.balance < 0) return beyondShort(about, has);
  if (fundable === 0)
    return refuse.conflict(
      `No money went out with ${about.reference}, so none can come back of it. Leave the transaction out, or name the right one.`,
    );
  return refuse.conflict(
    isReclaimableByBank(about)
      ? `${formatMoney(fundable)} more were to be paid with ${about.reference} than came, and with this ${formatMoney(funded)} would have come. Fund no more than is missing.`
      : `${formatMoney(fundable)} went out with ${about.reference}, and with this ${formatMoney(funded)} would have come back. Fund no more than is missing.`,
  );
}

/** Rejects a refund of money that was returned through suspense: it is cleared instead. @throws 409 for more than is left */
export async function refuseRefundOfReturned(tx: Transaction, transactionId: string, amount: number): Promise<void> {
  const { fundable, funded } = await suspenseFor(tx, transactionId);
  if (funded > 0 && amount > fundable - funded)
    throw refuse.conflict(
      `${formatMoney(funded)} of this transaction came back by way of suspense, so at most ${formatMoney(Math.max(fundable - funded, 0))} can be refunded. Clear the rest to the wallet in System Wallet.`,
    );
}
