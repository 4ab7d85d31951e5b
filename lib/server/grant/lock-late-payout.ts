import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { postAndReleaseReservation } from "@/lib/server/transaction/reservations";
import { applicationRecordRef } from "./application-record";
import { changeBatchRows, setApplicationStates } from "./change-rows";
import { ALREADY_PAID_OUT_MESSAGE } from "./late-payments";
import { lockApplicationOfRow } from "./lock-payout";
import { notifyPayouts } from "./notify-payouts";
import { payoutIdSql } from "./payout-id";

type LatePayout = NonNullable<Awaited<ReturnType<typeof lockLatePayout>>>;

/**
 * Locks the row, application and programme of a failed payout that the provider now reports as succeeded, in the lock
 * order. The caller has locked that attempt's transaction, and no ledger account yet.
 * @returns null if the row is paid, or a later attempt was sent to the provider; finance then clears the amount from suspense
 */
export async function lockLatePayout(tx: Transaction, payment: TransactionRecord) {
  const [found] = await tx
    .select({ row: grantBatchRows })
    .from(grantBatchRows)
    .innerJoin(grantApplications, eq(grantApplications.id, grantBatchRows.applicationId))
    .where(
      sql`${grantApplications.userId} = ${payment.userId} and ${grantBatchRows.state} <> 'removed' and exists (select 1 from generate_series(1, ${grantBatchRows.tries}) n
        where ${payoutIdSql(sql`${grantBatchRows}`, sql`n`)} = ${payment.id})`,
    )
    .for("no key update", { of: grantBatchRows });
  if (found?.row.state !== "pending" && found?.row.state !== "failed") return null;
  const { row } = found;
  const { application, programme } = await lockApplicationOfRow(tx, row);
  const isUnpaid = application.state === "approved" || application.state === "payment_failed";
  const isPayable = isUnpaid && row.transactionId === payment.id;
  // Locks the ledger accounts of all following postings now. Otherwise the processing of the report would lock some of them in another
  // order.
  if (isPayable) await lockAccounts(tx, [IDS.grants_pool, IDS.settlement_float, IDS.suspense]);
  return { row, application, programme, isPayable };
}

/**
 * Updates the locked row after the report is processed. If the report posted the whole amount to suspense, transfers it from the grants
 * pool to suspense and marks the row as paid. Otherwise marks the row as failed, with the reason not to pay it again.
 * @param suspenseAmount amount that this report posted to suspense, formatted as in the audit trail
 * @returns the audit row of the application, if anything changed
 */
export async function endLatePayout(
  tx: Transaction,
  payment: TransactionRecord,
  payout: LatePayout,
  suspenseAmount: string | undefined,
): Promise<AuditEntry[]> {
  const { row, application, programme, isPayable } = payout;
  const record = applicationRecordRef(application);
  const before = { payment: row.state };
  if (isPayable && suspenseAmount === formatMoney(-row.amount)) {
    await moveToSuspense(tx, payment);
    await setApplicationStates(tx, [application], "disbursed");
    await changeBatchRows(tx, [{ row, state: "paid", problem: null }]);
    await notifyPayouts(tx, [{ application, programme, amount: row.amount }], "paid");
    const after = { payment: "paid", transaction: payment.reference, amount: formatMoney(row.amount) };
    return [{ record, before, after }];
  }
  if (row.problem === ALREADY_PAID_OUT_MESSAGE) return [];
  await changeBatchRows(tx, [{ row, state: "failed", problem: ALREADY_PAID_OUT_MESSAGE }]);
  return [
    { record, before, after: { payment: "failed", problem: ALREADY_PAID_OUT_MESSAGE, transaction: payment.reference } },
  ];
}

/** Transfers the amount from the grants pool to suspense, and reduces the pool's reserved amount. */
const moveToSuspense = (tx: Transaction, { id, reference, amount }: TransactionRecord) =>
  postAndReleaseReservation(
    tx,
    [
      {
        key: `transaction:${id}:settled`,
        kind: "transaction",
        description: `Grant paid late (${reference})`,
        source: { type: "transaction", id },
        postedBy: null,
        postings: [
          { accountId: IDS.grants_pool, amount: -amount },
          { accountId: IDS.suspense, amount },
        ],
      },
    ],
    { accountId: IDS.grants_pool, amount },
  );
