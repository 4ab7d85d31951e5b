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
import { lockRedemption, releaseRedemption } from "@/lib/server/promotion/change-redemption";
import { saveVersion } from "@/lib/server/records/version";
import { isPaidOutByProvider, type Payment, paymentPostings, providerAmount, suspensePostings } from "./postings";
import type { ProviderReport, ProviderState } from "./provider";
import {
  failureAfterSuccessMessage,
  latePaymentMessage,
  NOT_BOOKED,
  type OnSuspense,
  unbooked,
} from "./report-messages";
import { lockReservation, postAndRelease, type Reservation } from "./reservations";

export type TransactionRecord = typeof transactions.$inferSelect;
type EventRow = typeof transactionEvents.$inferInsert;

/** Record type of transactions in audit rows and ledger entries. */
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

/** Audit trail values for reported money that was not booked as intended. */
type Money = { on_suspense?: string; not_booked?: string; cashback_left_out?: string };
/** Result of applying a provider's report. */
type Applied = { transaction: TransactionRecord; money: Money };

export const isOpen = (state: TransactionState) => state === "pending" || state === "processing";

/**
 * Applies a provider's report to a transaction that the caller has locked, and books its money once. Late, repeated and
 * out-of-order reports change nothing that is decided. Money for a failed or expired payment is booked on suspense until finance
 * clears it. If not even suspense can take it, nothing is booked, and the payment fails with that reason. Left open, it would
 * look as if it were still being processed after the provider stops resending.
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
      // Without the event's id, the report is processed again when the provider resends it.
      ...(!isBooked && { providerEventId: null }),
      fromState: toState ? from : null,
      toState,
      message,
      raw: report.raw,
    });
  const moved = report.amount ?? providerAmount(transaction);
  if (!isOpen(from)) {
    const { words, isBooked, money } = await handleLateReport(tx, transaction, report.state, moved);
    await note(null, `${report.message}: ${words}`, isBooked);
    return { transaction, money };
  }
  const common = { providerReference: transaction.providerReference ?? report.providerReference };
  let current = transaction;
  const end = async (values: Parameters<typeof changeTransaction>[2], money: Money = {}): Promise<Applied> => ({
    transaction: await changeTransaction(tx, transaction.id, { ...common, completedAt: new Date(), ...values }),
    money,
  });
  // A pending transaction passes through processing, even when the provider's first report is final.
  if (from === "pending") current = await changeTransaction(tx, transaction.id, { ...common, state: "processing" });
  if (report.state === "processing") {
    await note(from === "pending" ? "processing" : null, report.message);
    return { transaction: current, money: {} };
  }
  if (report.state !== "succeeded") {
    await note(report.state, report.message);
    return end({ state: report.state, failureReason: report.message });
  }
  // Lock order: redemption and payout before any account. They are changed later, even when nothing is booked here.
  const promised = await lockReservation(tx, current);
  const booked =
    moved === providerAmount(transaction)
      ? await bookReported(tx, current, promised)
      : amountMismatch(transaction, moved);
  if ("reason" in booked) {
    // The provider moved the money, though the wallet can't give or take it: finance has to find out whose it is.
    const onSuspense = await bookOnSuspense(tx, transaction, moved, promised);
    const isBooked = !(onSuspense instanceof AccountRefusal);
    const where = isBooked ? "The payment is on suspense." : "The payment is not booked.";
    const reason = onSuspense ? `${booked.reason} ${where}` : booked.reason;
    const hint = isBooked ? booked.hint : `${report.message}: ${unbooked(transaction, moved)}`;
    await note("failed", hint ? `${reason} ${hint}` : reason, isBooked);
    return end({ state: "failed", failureReason: reason }, unbookedAuditValues(transaction, moved, onSuspense));
  }
  await note("succeeded", report.message);
  const done = await end({ state: "succeeded", completedAt: booked.entry.postedAt });
  if (done.transaction.cashback === current.cashback) return done;
  const leftOut = formatMoney(current.cashback);
  await note(null, `Cashback of ${leftOut} left out: the wallet can't receive money.`, false);
  return { ...done, money: { cashback_left_out: leftOut } };
}

/** Handles a report about a decided transaction: books late money on suspense. */
async function handleLateReport(
  tx: Transaction,
  transaction: TransactionRecord,
  reported: ProviderState,
  moved: number,
) {
  const { state } = transaction;
  const said = (words: string, money: Money = {}, isBooked = true) => ({ words, money, isBooked });
  const nothing = said(`nothing to do, it is ${state.replace("_", " ")}`);
  if (reported === "processing") return nothing;
  if (state === "failed" || state === "expired") {
    if (reported !== "succeeded") return nothing;
    const booked = await bookOnSuspense(tx, transaction, moved, null);
    const money = unbookedAuditValues(transaction, moved, booked);
    if (booked instanceof AccountRefusal) return said(unbooked(transaction, moved), money, false);
    return booked ? said(latePaymentMessage(state, moved, booked), money) : nothing;
  }
  if (reported !== "succeeded") return said(failureAfterSuccessMessage(transaction, reported));
  const expected = providerAmount(transaction);
  if (moved === expected) return nothing;
  const words = `${formatMoney(moved)} reported, and ${formatMoney(expected)} booked before. ${NOT_BOOKED}`;
  return said(words, { not_booked: formatMoney(moved) });
}

/** Why a payment can't be booked. The payer reads `reason` on the receipt; `hint` tells admins where to look. */
type BookingFailure = { reason: string; hint?: string; isPool?: boolean; refusal?: AccountRefusal };

const amountMismatch = (transaction: TransactionRecord, moved: number): BookingFailure => ({
  reason: `The provider says ${formatMoney(moved)} instead of ${formatMoney(providerAmount(transaction))}.`,
});

/** Returns the reason of a refusal without balances or restrictions: readers of the payment may not be the wallet's owner. */
function bookingFailure(refusal: AccountRefusal): BookingFailure {
  const { part, userId, account } = refusal;
  const hint = userId
    ? "See the user's page for its restriction, limits or balance."
    : "See the system wallet for the account's balance.";
  if (refusal instanceof LimitRefusal && part === "take")
    return { refusal, reason: "The wallet's balance would exceed the limit of its tier.", hint };
  const giver = account ? ACCOUNT_WORDS[account].toLowerCase() : "wallet";
  return {
    refusal,
    isPool: userId === null,
    reason:
      part === "give" ? `The ${giver} could not give the money.` : "The receiving wallet could not accept the money.",
    hint,
  };
}

/** Posts ledger entries for a provider's report. @returns the refusal, if an account can't give or take the money */
async function post(
  tx: Transaction,
  drafts: readonly EntryDraft[],
  promised: Reservation | null,
): Promise<Posted[] | AccountRefusal> {
  try {
    return await postAndRelease(tx, drafts, promised);
  } catch (error) {
    if (error instanceof AccountRefusal) return error;
    throw error;
  }
}

/** Books a successful payment. If the wallet can't take its cashback any more, books it without and frees the promotion's use. */
async function bookReported(
  tx: Transaction,
  payment: TransactionRecord,
  promised: Reservation | null,
): Promise<Posted | BookingFailure> {
  const booked = await bookPayment(tx, payment, promised);
  if (!("reason" in booked) || payment.cashback === 0) return booked;
  // Lock suspense too: it takes the money if the payment can't be booked without its cashback either.
  const touched = paymentPostings(payment).map(({ accountId }) => accountId);
  await lockAccounts(tx, [IDS.promotions_pool, IDS.suspense, ...touched]);
  const redemption = await lockRedemption(tx, payment);
  if (redemption) await releaseRedemption(tx, redemption);
  return bookPayment(tx, await changeTransaction(tx, payment.id, { cashback: 0 }), null);
}

type Bookable = Payment & Pick<TransactionRecord, "id" | "reference" | "description">;

/**
 * Posts the ledger entry of a payment. Returns the reason if a wallet can't give or take the money.
 * @param promised what a pool or wallet has reserved for it (./reservations.ts); released with the posting
 */
export async function bookPayment(
  tx: Transaction,
  transaction: Bookable,
  promised: Reservation | null,
): Promise<Posted | BookingFailure> {
  const booked = await bookPayments(tx, [transaction], promised);
  if (!Array.isArray(booked)) return booked;
  const [posted] = booked;
  if (!posted) throw new Error("No entry was posted.");
  return posted;
}

/** Books several payments, all or none, in their order. @param promised kobo reserved for all of them together */
export async function bookPayments(
  tx: Transaction,
  transactions: readonly Bookable[],
  promised: Reservation | null,
): Promise<Posted[] | BookingFailure> {
  const posted = await post(tx, transactions.map(entryOf), promised);
  return posted instanceof AccountRefusal ? bookingFailure(posted) : posted;
}

const entryOf = (transaction: Bookable): EntryDraft => ({
  key: `transaction:${transaction.id}`,
  kind: "transaction",
  description: `${transaction.description || transaction.type.replaceAll("_", " ")} (${transaction.reference})`,
  source: { type: TRANSACTION, id: transaction.id },
  postedBy: null,
  postings: paymentPostings(transaction),
  // No limits: the office has decided a grant, and withdrawals are checked when ordered (docs/rules.md, Limits of wallets).
  mayExceedLimits: transaction.type === "grant_payout" || transaction.type === "withdrawal",
});

function unbookedAuditValues(
  transaction: TransactionRecord,
  moved: number,
  booked: OnSuspense | AccountRefusal | null,
): Money {
  if (!booked) return {};
  if (booked instanceof AccountRefusal) return { not_booked: formatMoney(moved) };
  if (booked.isNew) return { on_suspense: formatMoney(isPaidOutByProvider(transaction) ? -moved : moved) };
  return moved === booked.amount ? {} : { not_booked: formatMoney(moved) };
}

/**
 * Books money on suspense, once, that the provider moved for a payment that can't be booked.
 * @param promised a pool's reservation, released later; its account is locked together with the others
 * @returns what is on suspense for it; null if the provider moved nothing; the refusal if an account can't give or take it
 */
async function bookOnSuspense(
  tx: Transaction,
  transaction: TransactionRecord,
  moved: number,
  promised: Reservation | null,
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
