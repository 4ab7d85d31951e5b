import "server-only";
import { and, eq } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerPostings } from "@/lib/server/db/schema/ledger";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { AccountRefusal, lockAccounts, SYSTEM_ACCOUNT_PHRASES } from "@/lib/server/ledger/accounts";
import { LimitRefusal } from "@/lib/server/ledger/limits";
import type { LedgerEntryDraft, PostedLedgerEntry } from "@/lib/server/ledger/post";
import { lockRedemption, releaseRedemption } from "@/lib/server/promotion/change-redemption";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitTransactionWebhook } from "@/lib/server/webhooks/record-events";
import { isPaidOutByProvider, type PaymentToPost, paymentPostings, providerAmount, suspensePostings } from "./postings";
import type { ProviderReport, ProviderState } from "./provider";
import {
  failureAfterSuccessMessage,
  latePaymentMessage,
  NOT_BOOKED_NOTE,
  reportedColumns,
  type SuspenseAmount,
  unbookedNote,
} from "./report-messages";
import { lockReservation, postAndReleaseReservation, type Reservation } from "./reservations";

/** Database row of a transaction: a payment, transfer, withdrawal, refund or grant payout. */
export type TransactionRecord = typeof transactions.$inferSelect;
type EventRow = typeof transactionEvents.$inferInsert;

/** Record type of transactions in audit rows and ledger entries. */
export const TRANSACTION_RECORD_TYPE = "transaction" as const;

/** Returns the reference (type, id and name) to a transaction for audit rows. */
export const transactionRecordRef = ({ id, reference }: TransactionRecord) => ({
  type: TRANSACTION_RECORD_TYPE,
  id,
  name: reference,
});

/** Locks a transaction until the database transaction ends. @returns undefined for an unknown id */
export async function lockTransactionRecord(tx: Transaction, id: string): Promise<TransactionRecord | undefined> {
  const [found] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
  return found;
}

/** Changes columns of a transaction, and emits a webhook event if its state changes. @returns the changed row */
export async function updateTransaction(
  tx: Transaction,
  id: string,
  values: Partial<typeof transactions.$inferInsert>,
): Promise<TransactionRecord> {
  const updated = await updateVersionedRecord(tx, transactions, id, values);
  if (values.state) await emitTransactionWebhook(tx, updated);
  return updated;
}

/** Amounts in the audit row of a report whose money was posted to suspense, not posted, or posted without cashback. */
type PostingProblemAudit = { on_suspense?: string; not_booked?: string; cashback_left_out?: string };
type Result = { transaction: TransactionRecord; money: PostingProblemAudit };

/** Returns true while a transaction has no final result yet. */
export const isOpenState = (state: TransactionState) => state === "pending" || state === "processing";

/**
 * Applies a provider's report to a transaction that the caller has locked, and posts its money once. Late, repeated and out-of-order
 * reports change no result. Posts money for a failed or expired payment to suspense until finance clears it. If suspense can't take it
 * either, posts nothing and fails the payment with that reason, because the provider will stop resending the report.
 */
export async function applyProviderReport(
  tx: Transaction,
  transaction: TransactionRecord,
  report: ProviderReport,
  event: Pick<EventRow, "kind" | "providerEventId">,
): Promise<Result> {
  const from = transaction.state;
  const insertEvent = (toState: TransactionState | null, message: string, isBooked = true) =>
    tx.insert(transactionEvents).values({
      transactionId: transaction.id,
      ...event,
      // Omits the event's id if the money was not posted, so that the report is processed again when the provider resends it.
      ...(!isBooked && { providerEventId: null }),
      fromState: toState ? from : null,
      toState,
      message,
      raw: report.raw,
    });
  const moved = report.amount ?? providerAmount(transaction);
  if (!isOpenState(from)) {
    const { words, isBooked, money } = await handleLateReport(tx, transaction, report.state, moved);
    await insertEvent(null, `${report.message}: ${words}`, isBooked);
    return { transaction, money };
  }
  const common = reportedColumns(transaction, report);
  let current = transaction;
  const finish = async (values: Parameters<typeof updateTransaction>[2], money: PostingProblemAudit = {}) => ({
    transaction: await updateTransaction(tx, transaction.id, { ...common, completedAt: new Date(), ...values }),
    money,
  });
  // A pending transaction passes through processing, even if the provider's first report is final.
  if (from === "pending") current = await updateTransaction(tx, transaction.id, { ...common, state: "processing" });
  if (report.state === "processing") {
    await insertEvent(from === "pending" ? "processing" : null, report.message);
    return { transaction: current, money: {} };
  }
  if (report.state !== "succeeded") {
    await insertEvent(report.state, report.message);
    return finish({ state: report.state, failureReason: report.message });
  }
  // Locks redemption and payout before any account, as the lock order requires, because they are changed later.
  const reservation = await lockReservation(tx, current);
  const booking =
    moved === providerAmount(transaction)
      ? await bookReportedPayment(tx, current, reservation)
      : amountMismatch(transaction, moved);
  if ("reason" in booking) {
    // The provider moved the money, but the posting failed for the wallet. Finance must find the owner.
    const suspenseResult = await bookOnSuspense(tx, transaction, moved, reservation);
    const isBooked = !(suspenseResult instanceof AccountRefusal);
    const bookedNote = isBooked ? "The payment is on suspense." : "The payment is not booked.";
    const reason = suspenseResult ? `${booking.reason} ${bookedNote}` : booking.reason;
    const bookingHint = isBooked ? booking.hint : `${report.message}: ${unbookedNote(transaction, moved)}`;
    await insertEvent("failed", bookingHint ? `${reason} ${bookingHint}` : reason, isBooked);
    return finish({ state: "failed", failureReason: reason }, unbookedAuditValues(transaction, moved, suspenseResult));
  }
  await insertEvent("succeeded", report.message);
  const applied = await finish({ state: "succeeded", completedAt: booking.entry.postedAt });
  if (applied.transaction.cashback === current.cashback) return applied;
  const cashbackText = formatMoney(current.cashback);
  await insertEvent(null, `Cashback of ${cashbackText} left out: the wallet can't receive money.`, false);
  return { ...applied, money: { cashback_left_out: cashbackText } };
}

/** Handles a report about a completed transaction: posts late money to suspense. */
async function handleLateReport(
  tx: Transaction,
  transaction: TransactionRecord,
  reportedState: ProviderState,
  moved: number,
) {
  const { state } = transaction;
  const result = (words: string, money: PostingProblemAudit = {}, isBooked = true) => ({ words, money, isBooked });
  const nothingToDo = result(`nothing to do, it is ${state.replace("_", " ")}`);
  if (reportedState === "processing") return nothingToDo;
  if (state === "failed" || state === "expired") {
    if (reportedState !== "succeeded") return nothingToDo;
    const booking = await bookOnSuspense(tx, transaction, moved, null);
    const money = unbookedAuditValues(transaction, moved, booking);
    if (booking instanceof AccountRefusal) return result(unbookedNote(transaction, moved), money, false);
    return booking ? result(latePaymentMessage(state, moved, booking), money) : nothingToDo;
  }
  if (reportedState !== "succeeded") return result(failureAfterSuccessMessage(transaction, reportedState));
  const expected = providerAmount(transaction);
  if (moved === expected) return nothingToDo;
  const words = `${formatMoney(moved)} reported, and ${formatMoney(expected)} booked before. ${NOT_BOOKED_NOTE}`;
  return result(words, { not_booked: formatMoney(moved) });
}

/** Reason why a payment can't be posted. The payer reads `reason` on the receipt; `hint` tells admins where to look. */
type BookingFailure = { reason: string; hint?: string; isPool?: boolean; refusal?: AccountRefusal };

const amountMismatch = (transaction: TransactionRecord, moved: number): BookingFailure => ({
  reason: `The provider says ${formatMoney(moved)} instead of ${formatMoney(providerAmount(transaction))}.`,
});

/** Returns the reason of a refusal without balances or restrictions: the reader may not be the wallet's owner. */
function bookingFailure(refusal: AccountRefusal): BookingFailure {
  const { part, userId, account } = refusal;
  const bookingHint = userId
    ? "See the user's page for its restriction, limits or balance."
    : "See the system wallet for the account's balance.";
  if (refusal instanceof LimitRefusal && part === "take")
    return { refusal, reason: "The wallet's balance would exceed the limit of its tier.", hint: bookingHint };
  const payer = account ? SYSTEM_ACCOUNT_PHRASES[account].toLowerCase() : "wallet";
  return {
    refusal,
    isPool: userId === null,
    reason:
      part === "give" ? `The ${payer} could not give the money.` : "The receiving wallet could not accept the money.",
    hint: bookingHint,
  };
}

/** Posts ledger entries for a provider's report. @returns the posted entries, or the refusal of an account */
async function postOrFail(
  tx: Transaction,
  drafts: readonly LedgerEntryDraft[],
  reservation: Reservation | null,
): Promise<PostedLedgerEntry[] | AccountRefusal> {
  try {
    return await postAndReleaseReservation(tx, drafts, reservation);
  } catch (error) {
    if (error instanceof AccountRefusal) return error;
    throw error;
  }
}

/** Posts a successful payment; without its cashback if the wallet can't take that any more. */
async function bookReportedPayment(
  tx: Transaction,
  payment: TransactionRecord,
  reservation: Reservation | null,
): Promise<PostedLedgerEntry | BookingFailure> {
  const booking = await postSuccessfulPayment(tx, payment, reservation);
  if (!("reason" in booking) || payment.cashback === 0) return booking;
  // Also locks suspense, which gets the money if the payment can't be posted even without cashback.
  const touchedIds = paymentPostings(payment).map(({ accountId }) => accountId);
  await lockAccounts(tx, [IDS.promotions_pool, IDS.suspense, ...touchedIds]);
  const redemption = await lockRedemption(tx, payment);
  if (redemption) await releaseRedemption(tx, redemption);
  return postSuccessfulPayment(tx, await updateTransaction(tx, payment.id, { cashback: 0 }), null);
}

type BookablePayment = PaymentToPost & Pick<TransactionRecord, "id" | "reference" | "description">;

/**
 * Posts the ledger entry of a payment. Returns the reason if a wallet refuses.
 * @param reservation amount that a pool or wallet has reserved for the payment (./reservations.ts); released with the posting
 */
export async function postSuccessfulPayment(
  tx: Transaction,
  transaction: BookablePayment,
  reservation: Reservation | null,
): Promise<PostedLedgerEntry | BookingFailure> {
  const booking = await postSuccessfulPayments(tx, [transaction], reservation);
  if (!Array.isArray(booking)) return booking;
  const [posted] = booking;
  if (!posted) throw new Error("No entry was posted.");
  return posted;
}

/** Posts several payments, all or none, in their order. @param reservation kobo reserved for all of them together */
export async function postSuccessfulPayments(
  tx: Transaction,
  transactions: readonly BookablePayment[],
  reservation: Reservation | null,
): Promise<PostedLedgerEntry[] | BookingFailure> {
  const posted = await postOrFail(tx, transactions.map(ledgerEntryDraftOf), reservation);
  return posted instanceof AccountRefusal ? bookingFailure(posted) : posted;
}

const ledgerEntryDraftOf = (transaction: BookablePayment): LedgerEntryDraft => ({
  key: `transaction:${transaction.id}`,
  kind: "transaction",
  description: `${transaction.description || transaction.type.replaceAll("_", " ")} (${transaction.reference})`,
  source: { type: TRANSACTION_RECORD_TYPE, id: transaction.id },
  postedBy: null,
  postings: paymentPostings(transaction),
  // Ignores wallet limits: the office decided on the grant, and a withdrawal was checked when it was ordered (docs/rules.md).
  mayExceedLimits: transaction.type === "grant_payout" || transaction.type === "withdrawal",
});

function unbookedAuditValues(
  transaction: TransactionRecord,
  moved: number,
  booking: SuspenseAmount | AccountRefusal | null,
): PostingProblemAudit {
  if (!booking) return {};
  if (booking instanceof AccountRefusal) return { not_booked: formatMoney(moved) };
  if (booking.isNew) return { on_suspense: formatMoney(isPaidOutByProvider(transaction) ? -moved : moved) };
  return moved === booking.amount ? {} : { not_booked: formatMoney(moved) };
}

/**
 * Posts to suspense, once, the money that the provider moved for a payment that can't be posted as intended.
 * @param reservation a pool's reservation, released later; the pool's account is locked together with the other accounts
 * @returns the amount on suspense for the payment; null if the provider moved nothing; the refusal if an account refuses
 */
async function bookOnSuspense(
  tx: Transaction,
  transaction: TransactionRecord,
  moved: number,
  reservation: Reservation | null,
): Promise<SuspenseAmount | AccountRefusal | null> {
  const postings = suspensePostings(transaction, moved);
  if (!postings) return null;
  if (reservation) await lockAccounts(tx, [reservation.accountId, ...postings.map(({ accountId }) => accountId)]);
  const draft: LedgerEntryDraft = {
    key: `transaction:${transaction.id}:late`,
    kind: "transaction",
    description: `Late payment (${transaction.reference})`,
    source: { type: TRANSACTION_RECORD_TYPE, id: transaction.id },
    postedBy: null,
    postings,
  };
  const posted = await postOrFail(tx, [draft], null);
  if (posted instanceof AccountRefusal) return posted;
  const [lateEntry] = posted;
  if (!lateEntry) throw new Error("No entry was posted.");
  const { entry, isNew } = lateEntry;
  if (isNew) return { isNew, amount: moved };
  const [earlierEntry] = await tx
    .select({ amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .where(and(eq(ledgerPostings.entryId, entry.id), eq(ledgerPostings.accountId, IDS.suspense)));
  if (!earlierEntry) throw new Error(`Entry ${entry.id} is not on suspense.`);
  return { isNew, amount: Math.abs(earlierEntry.amount) };
}
