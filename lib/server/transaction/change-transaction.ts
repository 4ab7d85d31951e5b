import "server-only";
import { and, eq } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerPostings } from "@/lib/server/db/schema/ledger";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { ACCOUNT_WORDS, AccountRefusal, lockAccounts } from "@/lib/server/ledger/accounts";
import { LimitRefusal } from "@/lib/server/ledger/limits";
import type { EntryDraft, Posted } from "@/lib/server/ledger/post";
import { holdRedemption, releaseRedemption } from "@/lib/server/promotion/change-redemption";
import { saveVersion } from "@/lib/server/records/version";
import { goesOutside, movedOf, type Payment, paymentPostings, suspensePostings } from "./postings";
import { type Promised, postPromised, promisedFor } from "./promised-money";
import type { ProviderReport, ProviderState } from "./provider";
import { badNews, lateWords, NOT_BOOKED, type OnSuspense, unbooked } from "./report-words";

export type TransactionRecord = typeof transactions.$inferSelect;
type EventRow = typeof transactionEvents.$inferInsert;

/** How a transaction's audit rows and entries name it. */
export const TRANSACTION = "transaction" as const;

export const transactionRecord = ({ id, reference }: TransactionRecord) => ({
  type: TRANSACTION,
  id,
  name: reference,
});

export async function lockTransaction(tx: Transaction, id: string): Promise<TransactionRecord | undefined> {
  const [found] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
  return found;
}

export async function changeTransaction(
  tx: Transaction,
  id: string,
  values: Partial<typeof transactions.$inferInsert>,
): Promise<TransactionRecord> {
  const changed = await saveVersion(tx, transactions, id, values);
  return changed;
}

/** Money that a report brought and that is not where it was meant to go, as the audit trail says it. */
type Money = { on_suspense?: string; not_booked?: string; cashback_left_out?: string };
/** What a report has come to. */
type Applied = { transaction: TransactionRecord; money: Money };

export const isOpen = (state: TransactionState) => state === "pending" || state === "processing";

/**
 * Brings a transaction, which the caller has locked, to where the provider says it stands; money moves with it, once.
 * What comes late, doubled or out of order changes nothing that is decided; money for a payment that was given up lies
 * on suspense until somebody clears it. What not even suspense can take is not booked, and the payment fails and says so:
 * waiting for it would end with the provider's patience, and leave a payment that looks as if it were under way.
 */
export async function applyReport(
  tx: Transaction,
  transaction: TransactionRecord,
  report: ProviderReport,
  event: Pick<EventRow, "kind" | "providerEventId">,
): Promise<Applied> {
  const from = transaction.state;
  const note = (toState: TransactionState | null, message: string, isBooked = true) =>
    tx.insert(transactionEvents).values({
      transactionId: transaction.id,
      ...event,
      // What is not booked is taken again when the provider sends the same once more.
      ...(!isBooked && { providerEventId: null }),
      fromState: toState ? from : null,
      toState,
      message,
      raw: report.raw,
    });
  const moved = report.amount ?? movedOf(transaction);
  if (!isOpen(from)) {
    const { words, isBooked, money } = await afterwards(tx, transaction, report.state, moved);
    await note(null, `${report.message}: ${words}`, isBooked);
    return { transaction, money };
  }
  const common = { providerReference: transaction.providerReference ?? report.providerReference };
  let current = transaction;
  const end = async (values: Parameters<typeof changeTransaction>[2], money: Money = {}): Promise<Applied> => ({
    transaction: await changeTransaction(tx, transaction.id, { ...common, completedAt: new Date(), ...values }),
    money,
  });
  // The way leads through processing, also where the provider's first word is its last.
  if (from === "pending") current = await changeTransaction(tx, transaction.id, { ...common, state: "processing" });
  if (report.state === "processing") {
    await note(from === "pending" ? "processing" : null, report.message);
    return { transaction: current, money: {} };
  }
  if (report.state !== "succeeded") {
    await note(report.state, report.message);
    return end({ state: report.state, failureReason: report.message });
  }
  // Held before any account, also where nothing of it is booked: what is bought with it ends after the accounts are.
  const promised = await promisedFor(tx, current);
  const booked =
    moved === movedOf(transaction) ? await bookReported(tx, current, promised) : wrongAmount(transaction, moved);
  if ("reason" in booked) {
    // The provider's money has moved, though the wallet may not take or give it: somebody has to find out whose it is.
    const onSuspense = await bookOnSuspense(tx, transaction, moved, promised);
    const isBooked = !(onSuspense instanceof AccountRefusal);
    const where = isBooked ? "The payment is on suspense." : "The payment is not booked.";
    const reason = onSuspense ? `${booked.reason} ${where}` : booked.reason;
    const hint = isBooked ? booked.hint : `${report.message}: ${unbooked(transaction, moved)}`;
    await note("failed", hint ? `${reason} ${hint}` : reason, isBooked);
    return end({ state: "failed", failureReason: reason }, moneyOf(transaction, moved, onSuspense));
  }
  await note("succeeded", report.message);
  const done = await end({ state: "succeeded", completedAt: booked.entry.postedAt });
  if (done.transaction.cashback === current.cashback) return done;
  const leftOut = formatMoney(current.cashback);
  await note(null, `Cashback of ${leftOut} left out: the wallet takes no money.`, false);
  return { ...done, money: { cashback_left_out: leftOut } };
}

/** What a report comes to where a transaction is decided: money that comes late is booked on suspense. */
async function afterwards(tx: Transaction, transaction: TransactionRecord, reported: ProviderState, moved: number) {
  const { state } = transaction;
  const said = (words: string, money: Money = {}, isBooked = true) => ({ words, money, isBooked });
  const nothing = said(`nothing to do, it is ${state.replace("_", " ")}`);
  if (reported === "processing") return nothing;
  if (state === "failed" || state === "expired") {
    if (reported !== "succeeded") return nothing;
    const booked = await bookOnSuspense(tx, transaction, moved, null);
    const money = moneyOf(transaction, moved, booked);
    if (booked instanceof AccountRefusal) return said(unbooked(transaction, moved), money, false);
    return booked ? said(lateWords(state, moved, booked), money) : nothing;
  }
  if (reported !== "succeeded") return said(badNews(transaction, reported));
  const expected = movedOf(transaction);
  if (moved === expected) return nothing;
  const words = `${formatMoney(moved)} reported, and ${formatMoney(expected)} booked before. ${NOT_BOOKED}`;
  return said(words, { not_booked: formatMoney(moved) });
}

/** Why a payment can't be booked, as the payer reads it on the receipt, and where an admin finds out more. */
type NotBooked = { reason: string; hint?: string; isPool?: boolean; refusal?: AccountRefusal };

const wrongAmount = (transaction: TransactionRecord, moved: number): NotBooked => ({
  reason: `The provider says ${formatMoney(moved)} instead of ${formatMoney(movedOf(transaction))}.`,
});

/** Anyone who reads a payment learns nothing of what a wallet holds, or how it is restricted: it may be somebody else's. */
function notBooked(refusal: AccountRefusal): NotBooked {
  const { part, userId, account } = refusal;
  const hint = userId
    ? "See the user's page for its restriction, limits or balance."
    : "See the system wallet for the account's balance.";
  if (refusal instanceof LimitRefusal && part === "take")
    return { refusal, reason: "The wallet would hold more than its tier allows.", hint };
  const giver = account ? ACCOUNT_WORDS[account].toLowerCase() : "wallet";
  return {
    refusal,
    isPool: userId === null,
    reason:
      part === "give" ? `The ${giver} could not give the money.` : "The wallet it was for could not take the money.",
    hint,
  };
}

/** Posts what a provider says has happened. @returns which account can't give or take it, where that is so */
async function post(
  tx: Transaction,
  drafts: readonly EntryDraft[],
  promised: Promised | null,
): Promise<Posted[] | AccountRefusal> {
  try {
    return await postPromised(tx, drafts, promised);
  } catch (error) {
    if (error instanceof AccountRefusal) return error;
    throw error;
  }
}

/** A payment that succeeded. Where the wallet may take no cashback by now, it stands without it, and the use is free again. */
async function bookReported(
  tx: Transaction,
  payment: TransactionRecord,
  promised: Promised | null,
): Promise<Posted | NotBooked> {
  const booked = await bookPayment(tx, payment, promised);
  if (!("reason" in booked) || payment.cashback === 0) return booked;
  // Suspense too, where the money goes if it can't be booked without its cashback either.
  const touched = paymentPostings(payment).map(({ accountId }) => accountId);
  await lockAccounts(tx, [IDS.promotions_pool, IDS.suspense, ...touched]);
  const redemption = await holdRedemption(tx, payment);
  if (redemption) await releaseRedemption(tx, redemption);
  return bookPayment(tx, await changeTransaction(tx, payment.id, { cashback: 0 }), null);
}

type Bookable = Payment & Pick<TransactionRecord, "id" | "reference" | "description">;

/**
 * The ledger entry of a payment, or why a wallet can't give or take it.
 * @param promised what a pool has reserved for it (./promised-money.ts), which is released with the posting
 */
export async function bookPayment(
  tx: Transaction,
  transaction: Bookable,
  promised: Promised | null,
): Promise<Posted | NotBooked> {
  const booked = await bookPayments(tx, [transaction], promised);
  if (!Array.isArray(booked)) return booked;
  const [posted] = booked;
  if (!posted) throw new Error("No entry was posted.");
  return posted;
}

/** The same for several, all or none, in their order. @param promised kobo for all of them */
export async function bookPayments(
  tx: Transaction,
  transactions: readonly Bookable[],
  promised: Promised | null,
): Promise<Posted[] | NotBooked> {
  const posted = await post(tx, transactions.map(entryOf), promised);
  return posted instanceof AccountRefusal ? notBooked(posted) : posted;
}

const entryOf = (transaction: Bookable): EntryDraft => ({
  key: `transaction:${transaction.id}`,
  kind: "transaction",
  description: `${transaction.description || transaction.type.replaceAll("_", " ")} (${transaction.reference})`,
  source: { type: TRANSACTION, id: transaction.id },
  postedBy: null,
  postings: paymentPostings(transaction),
  // The office has decided a grant, and a withdrawal is asked when it is ordered (docs/rules.md, Limits of wallets).
  mayExceedLimits: transaction.type === "grant_payout" || transaction.type === "withdrawal",
});

function moneyOf(transaction: TransactionRecord, moved: number, booked: OnSuspense | AccountRefusal | null): Money {
  if (!booked) return {};
  if (booked instanceof AccountRefusal) return { not_booked: formatMoney(moved) };
  if (booked.isNew) return { on_suspense: formatMoney(goesOutside(transaction) ? -moved : moved) };
  return moved === booked.amount ? {} : { not_booked: formatMoney(moved) };
}

/**
 * Money that the provider moved for a payment that is not booked, once.
 * @param promised what is about to be released of a pool, whose account is held with the others
 * @returns what is there; null where none is concerned; which account can't give or take it
 */
async function bookOnSuspense(
  tx: Transaction,
  transaction: TransactionRecord,
  moved: number,
  promised: Promised | null,
): Promise<OnSuspense | AccountRefusal | null> {
  const postings = suspensePostings(transaction, moved);
  if (!postings) return null;
  if (promised) await lockAccounts(tx, [promised.accountId, ...postings.map(({ accountId }) => accountId)]);
  const posted = await post(
    tx,
    [
      {
        key: `transaction:${transaction.id}:late`,
        kind: "transaction",
        description: `Late payment (${transaction.reference})`,
        source: { type: TRANSACTION, id: transaction.id },
        postedBy: null,
        postings,
      },
    ],
    null,
  );
  if (posted instanceof AccountRefusal) return posted;
  const [late] = posted;
  if (!late) throw new Error("No entry was posted.");
  const { entry, isNew } = late;
  if (isNew) return { isNew, amount: moved };
  const [earlier] = await tx
    .select({ amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .where(and(eq(ledgerPostings.entryId, entry.id), eq(ledgerPostings.accountId, IDS.suspense)));
  if (!earlier) throw new Error(`Entry ${entry.id} is not on suspense.`);
  return { isNew, amount: Math.abs(earlier.amount) };
}
