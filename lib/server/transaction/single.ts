import "server-only";
import { and, asc, desc, eq } from "drizzle-orm";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { env } from "@/lib/env";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { ledgerAccounts, ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { accountNameChecks } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactionEvents, transactions, withdrawals } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { accountName } from "@/lib/server/ledger/accounts";
import { headsOfPayments } from "@/lib/server/revenue-heads/payment-head";
import { TRANSACTION_RECORD_TYPE } from "./change-transaction";
import { disputesOfPayment } from "./disputes/dispute-single";
import { readDisputeLoss } from "./disputes/loss";
import { selectTransactionRows, toTransactionRow } from "./list";
import { isDisputable, isPaidOutByProvider, isReclaimableByBank, refundableAmount } from "./postings";
import { readRefundRefusal } from "./refused-refund";

/** Returns one transaction with everything on its page. @throws 404 */
export async function readTransactionDetails(db: Queryable, id: string): Promise<TransactionDetails> {
  const [row] = await selectTransactionRows(db).where(eq(transactions.id, id));
  if (!row) throw refuse.notFound("transaction");
  const { transaction, user } = row;
  const [other] = transaction.counterpartyId
    ? await db.select().from(users).where(eq(users.id, transaction.counterpartyId))
    : [];
  const [method] = transaction.methodId
    ? await db.select().from(paymentMethods).where(eq(paymentMethods.id, transaction.methodId))
    : [];
  const [originalPayment] = transaction.refundOf
    ? await db.select().from(transactions).where(eq(transactions.id, transaction.refundOf))
    : [];
  const refunds = await db
    .select()
    .from(transactions)
    .where(eq(transactions.refundOf, id))
    .orderBy(asc(transactions.createdAt));
  const [account] = await db.select().from(withdrawals).where(eq(withdrawals.transactionId, id));
  const [nameCheck] = await db.select().from(accountNameChecks).where(eq(accountNameChecks.transactionId, id));
  const [payee] =
    nameCheck && !account
      ? await db
          .select({ accountName: grantApplications.accountName })
          .from(grantBatchRows)
          .innerJoin(grantApplications, eq(grantApplications.id, grantBatchRows.applicationId))
          .where(eq(grantBatchRows.transactionId, id))
      : [];
  const events = await db
    .select()
    .from(transactionEvents)
    .where(eq(transactionEvents.transactionId, id))
    .orderBy(desc(transactionEvents.id))
    .limit(100);
  return {
    ...toTransactionRow(row),
    user_phone: user.phone,
    user_email: user.email,
    counterparty: other ? { id: other.id, name: fullName(other) } : null,
    discount: transaction.discount,
    cashback: transaction.cashback,
    description: transaction.description,
    revenue_head: (await headsOfPayments(db, [id])).get(id) ?? null,
    failure_reason: transaction.failureReason,
    payment_method: method ? { id: method.id, name: method.name, provider: method.provider } : null,
    bank_account: account
      ? { bank_code: account.bankCode, account_last4: account.accountLast4, account_name: account.accountName }
      : null,
    account_check: nameCheck
      ? {
          name_at_bank: nameCheck.nameAtBank,
          expected: account?.accountName ?? payee?.accountName ?? "",
          is_equal: nameCheck.isEqual,
          decision: nameCheck.decision,
        }
      : null,
    refund_of: originalPayment ? { id: originalPayment.id, reference: originalPayment.reference } : null,
    refused: await readRefundRefusal(db, transaction),
    refunds: refunds.map((each) => ({
      id: each.id,
      reference: each.reference,
      amount: each.amount,
      created_at: each.createdAt.toISOString(),
    })),
    remaining: refundableAmount(transaction),
    paid_out: isPaidOutByProvider(transaction),
    disputable: isDisputable(transaction),
    provider_disputes: await disputesOfPayment(db, id),
    loss: { amount: await readDisputeLoss(db, transaction), to: isReclaimableByBank(transaction) ? "bank" : "wallet" },
    refund_limit: env().refundLimit,
    awaiting: (await waitingApprovalsOfRecords(db, TRANSACTION_RECORD_TYPE, [id])).get(id) ?? null,
    events: events.map((event) => ({
      id: String(event.id),
      at: event.at.toISOString(),
      kind: event.kind,
      from_state: event.fromState,
      to_state: event.toState,
      message: event.message,
      raw: event.raw,
    })),
    postings: await readPostings(db, id),
    timeline: await readHistory(db, transaction),
  };
}

/** For a refund, includes the original payment's audit rows that mention it, because request and approval are recorded there. */
async function readHistory(db: Queryable, { id, refundOf, reference }: typeof transactions.$inferSelect) {
  const ownHistory = await readRecordTimeline(db, TRANSACTION_RECORD_TYPE, id);
  if (!refundOf) return ownHistory;
  const names = ({ changes }: TimelineEntry) =>
    changes.some(({ field, after }) => field === "refund" && after === reference);
  return [...ownHistory, ...(await readRecordTimeline(db, TRANSACTION_RECORD_TYPE, refundOf)).filter(names)];
}

async function readPostings(db: Queryable, id: string) {
  const rows = await db
    .select({ posting: ledgerPostings, entry: ledgerEntries, account: ledgerAccounts })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(and(eq(ledgerEntries.sourceType, TRANSACTION_RECORD_TYPE), eq(ledgerEntries.sourceId, id)))
    .orderBy(asc(ledgerEntries.postedAt), asc(ledgerEntries.id), asc(ledgerPostings.ordinal));
  const postings = [];
  for (const { posting, entry, account } of rows)
    postings.push({
      entry_id: entry.id,
      posted_at: entry.postedAt.toISOString(),
      name: await accountName(db, account),
      amount: posting.amount,
      description: entry.description,
    });
  return postings;
}
