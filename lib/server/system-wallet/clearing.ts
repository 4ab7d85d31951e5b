import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/context";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { refuse } from "@/lib/server/errors";
import { movementWaits } from "./waiting";

type MovementRecord = typeof walletMovements.$inferSelect;

/** The transaction that a movement names, and whose it is; null where it names none. */
export async function aboutOf(db: Queryable, { transactionId }: Pick<MovementRecord, "transactionId">) {
  if (!transactionId) return null;
  const [found] = await db
    .select({ transaction: transactions, user: users })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(eq(transactions.id, transactionId));
  if (!found) throw new Error(`Transaction ${transactionId} vanished.`);
  return { ...found.transaction, user: { id: found.user.id, name: fullName(found.user) } };
}

/**
 * The transaction with this reference, locked: a movement's row that names it would hold it in the way of whoever locks
 * it next. @throws 400 for a reference that no transaction has
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

/** Kobo, each as the ledger has it at this moment. */
export type Held = {
  /** On suspense: paid late or returned, less what was cleared. */
  held: number;
  /** What movements that wait for approval would take of that. */
  taken: number;
  /** Gone outside with it, less what was refunded. */
  gone: number;
  /** Of that come back to suspense, waiting movements included. */
  returned: number;
};

/** What the ledger and the movements that wait say of a transaction's money outside the wallets. */
export async function heldFor(db: Queryable, transactionId: string): Promise<Held> {
  const found = await db.execute<Record<keyof Held, string>>(sql`
    with own as (
      select wallet_movements.*, ${movementWaits()} as waits,
        exists (select 1 from ledger_entries r where r.reversal_of = entry_id) as is_reversed,
        (select e.kind from ledger_entries e where e.id = reverses_entry_id) as reverses
      from wallet_movements where transaction_id = ${transactionId}
    ), moved as (
      select e.source_type, p.account_id, p.amount from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where (e.source_type, e.source_id) in (
        select 'transaction', ${transactionId}::uuid union all select 'wallet_movement', id from own)
    )
    select
      (select coalesce(sum(amount), 0) from moved where account_id = ${IDS.suspense}) as held,
      (select coalesce(sum(amount), 0) from own where waits and (kind = 'clear' or reverses = 'fund')) as taken,
      (select coalesce(sum(amount), 0) from moved where account_id = ${IDS.settlement_float} and source_type = 'transaction')
        - (select refunded_amount from transactions where id = ${transactionId}) as gone,
      (select coalesce(sum(amount), 0) from own
        where kind = 'fund' and (waits or state = 'posted' and not is_reversed)) as returned`);
  const [row] = found.rows;
  return {
    held: Number(row?.held),
    taken: Number(row?.taken),
    gone: Number(row?.gone),
    returned: Number(row?.returned),
  };
}

/**
 * A transaction of the user's for which money lies on suspense, or a movement waits.
 * @returns its reference and the kobo on suspense
 */
export async function unclearedOf(db: Queryable, userId: string): Promise<{ reference: string; held: number } | null> {
  const found = await db.execute<{ id: string; reference: string; waits: boolean }>(sql`
    select t.id, t.reference, exists (
      select 1 from wallet_movements where transaction_id = t.id and ${movementWaits()}) as waits
    from transactions t where t.user_id = ${userId} and (
      exists (select 1 from wallet_movements m where m.transaction_id = t.id)
      or exists (select 1 from ledger_entries e where e.key = 'transaction:' || t.id || ':late'))`);
  for (const { id, reference, waits } of found.rows) {
    const { held } = await heldFor(db, id);
    if (held > 0 || waits) return { reference, held };
  }
  return null;
}

/**
 * Holds a movement that waits and names a transaction against what that transaction did. The caller has locked the
 * transaction. @throws 409 in words
 */
export async function refuseBeyondHeld(tx: Transaction, movement: MovementRecord): Promise<void> {
  const about = await aboutOf(tx, movement);
  if (!about) return;
  const { held, taken, gone, returned } = await heldFor(tx, about.id);
  if (movement.kind === "fund" && returned > gone)
    throw refuse.conflict(
      gone > 0
        ? `${formatMoney(gone)} went out with ${about.reference}, and with this ${formatMoney(returned)} would have come back. Fund no more than is missing.`
        : `No money went out with ${about.reference}, so none can come back of it. Leave the transaction out, or name the right one.`,
    );
  if (movement.kind !== "fund" && taken > 0 && held < taken)
    throw refuse.conflict(
      held > 0
        ? `Suspense holds ${formatMoney(held)} for ${about.reference}, and with this and what already waits for approval ${formatMoney(taken)} would be taken of it. Ask for less, or have the other requests decided first.`
        : `Suspense holds nothing for ${about.reference}. What the bank returned comes there first: fund suspense and name the transaction.`,
    );
}

/** What came back is cleared, not refunded besides. @throws 409 beyond what is left */
export async function refuseRefundOfReturned(tx: Transaction, transactionId: string, amount: number): Promise<void> {
  const { gone, returned } = await heldFor(tx, transactionId);
  if (returned > 0 && amount > gone - returned)
    throw refuse.conflict(
      `${formatMoney(returned)} of this transaction came back by way of suspense, so at most ${formatMoney(Math.max(gone - returned, 0))} can be refunded. Clear the rest to the wallet in System Wallet.`,
    );
}
