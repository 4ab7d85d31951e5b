import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { postPromised } from "@/lib/server/transaction/promised-money";
import { applicationRecord } from "./application-record";
import { changeRows, moveApplications } from "./change-rows";
import { MOVED } from "./moved-money";
import { payoutIdSql } from "./payout-id";
import { tellPayouts } from "./tell-payouts";

type LatePayout = NonNullable<Awaited<ReturnType<typeof holdLate>>>;

/**
 * The row of a payout that failed here and is said to have succeeded, held until the transaction ends in the order of locks.
 * The caller has locked the transaction of that try, and no ledger account yet.
 * @returns null where the row is paid, or a later try of it is with the provider: finance clears what lies on suspense
 */
export async function holdLate(tx: Transaction, payment: TransactionRecord) {
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
  const [application] = await tx
    .select()
    .from(grantApplications)
    .where(eq(grantApplications.id, row.applicationId))
    .for("no key update");
  if (!application) throw new Error(`Application ${row.applicationId} vanished.`);
  const [programme] = await tx
    .select()
    .from(grantProgrammes)
    .where(eq(grantProgrammes.id, application.programmeId))
    .for("no key update");
  if (!programme) throw new Error(`Programme ${application.programmeId} vanished.`);
  const isWaiting = application.state === "approved" || application.state === "payment_failed";
  const isPayable = isWaiting && row.transactionId === payment.id;
  // All that is about to be posted to, before the report takes some of them.
  if (isPayable) await lockAccounts(tx, [IDS.grants_pool, IDS.settlement_float, IDS.suspense]);
  return { row, application, programme, isPayable };
}

/**
 * Ends a held row after its report is taken in. Where the report put the whole amount on suspense, the grants pool pays that
 * back, and the row is paid after all; else it is not paid again, and says so.
 * @param onSuspense what this report put on suspense, as the audit trail says it
 * @returns the audit row of the application, where anything changed
 */
export async function endLate(
  tx: Transaction,
  payment: TransactionRecord,
  late: LatePayout,
  onSuspense: string | undefined,
): Promise<AuditEntry[]> {
  const { row, application, programme, isPayable } = late;
  const record = applicationRecord(application);
  const before = { payment: row.state };
  if (isPayable && onSuspense === formatMoney(-row.amount)) {
    await takeFromPool(tx, payment);
    await moveApplications(tx, [application], "disbursed");
    await changeRows(tx, [{ row, state: "paid", problem: null }]);
    await tellPayouts(tx, [{ application, programme, amount: row.amount }], "paid");
    const after = { payment: "paid", transaction: payment.reference, amount: formatMoney(row.amount) };
    return [{ record, before, after }];
  }
  if (row.problem === MOVED) return [];
  await changeRows(tx, [{ row, state: "failed", problem: MOVED }]);
  return [{ record, before, after: { payment: "failed", problem: MOVED, transaction: payment.reference } }];
}

/** What suspense paid for the pool comes back to it, and is not promised any more. */
const takeFromPool = (tx: Transaction, { id, reference, amount }: TransactionRecord) =>
  postPromised(
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
