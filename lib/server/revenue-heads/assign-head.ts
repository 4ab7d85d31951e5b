import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { revenueHeadCalls as calls } from "@/lib/contract/revenue-heads";
import { formatDay } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { lockRecord } from "@/lib/server/records/version";
import { transactionRecordRef } from "@/lib/server/transaction/change-transaction";
import { setHeadOfRemittances } from "./open-remittances";
import { headsOfPayments, saveTaxPayment } from "./payment-head";
import { headRowOn, type RevenueHeadRecord, readRowsOfHead, shareRevenueHeadsLock } from "./record";

/**
 * Sets or corrects the revenue head of a payment, also for its open remittances. Uses the names that the head had on the payment's day, or
 * on its own first day if the payment is earlier.
 * @throws 400 for an unknown head, or one that took no payments on that day; 404; 409 for another type of payment, if another admin has
 * set a head, if the remittance is matched, and if the day is closed
 */
export async function assignRevenueHead({ tx, audit }: WriteContext, input: InputOf<typeof calls.assign>) {
  const { transactionId, code, current, reason } = input;
  const payment = await lockRecord(tx, transactions, transactionId, "transaction");
  if (payment.type !== "tax_and_levy") throw refuse.conflict("Only a tax or levy has a revenue head.");
  const before = (await headsOfPayments(tx, [payment.id])).get(payment.id) ?? null;
  if ((before?.code ?? null) !== current)
    throw refuse.conflict(
      `This payment has ${before ? `the revenue head ${before.code} ${before.name}` : "no revenue head"} now. Reload the page and try again.`,
    );
  const head = await requireHeadOn(tx, code, lagosDayOf(payment.completedAt ?? payment.createdAt));
  await refuseRemitted(tx, payment.id, payment.completedAt);
  const [payer] = await tx.select({ lga: users.lga }).from(users).where(eq(users.id, payment.userId));
  if (!payer) throw new Error(`Payer of ${payment.reference} vanished.`);
  await saveTaxPayment(tx, { transactionId: payment.id, revenueHeadId: head.id, lga: payer.lga });
  const items = await setHeadOfRemittances(tx, payment.id, head);
  audit({
    record: transactionRecordRef(payment),
    before: { revenue_head: before ? `${before.code} ${before.name}` : null },
    after: { revenue_head: `${head.code} ${head.name}`, reason, ...(items > 0 && { remittances: items }) },
  });
  return { id: payment.id, revenue_head: { code: head.code, name: head.name, ministry: head.ministry } };
}

/** Returns the row of a revenue head that applies to a payment of a day. @throws 400 for an unknown or ended head */
async function requireHeadOn(tx: Transaction, code: string, day: string): Promise<RevenueHeadRecord> {
  await shareRevenueHeadsLock(tx);
  const rows = await readRowsOfHead(tx, code);
  const row = headRowOn(rows, day) ?? rows[0];
  const problem = !row
    ? `There is no revenue head ${code}.`
    : row.isActive
      ? null
      : `The revenue head ${code} took no payments on ${formatDay(day)}.`;
  if (!row || problem) throw refuse.badInput(problem ?? "", { code: problem ?? "" });
  return row;
}

/** Refuses to change the revenue head of a remitted payment. @throws 409 if a remittance of the payment is matched, or its day is closed */
async function refuseRemitted(tx: Transaction, transactionId: string, completedAt: Date | null): Promise<void> {
  // Shares the lock that closing a day takes exclusively, so the day stays open until the transaction ends.
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('reconciliation'))`);
  const [settings] = await tx.select().from(reconciliationSettings);
  const result = await tx.execute<{ day: string; is_matched: boolean }>(sql`
    select accounting_day::text as day, match_id is not null as is_matched from reconciliation_items
    where transaction_id = ${transactionId} and side = 'ledger' and kind = 'remittance' and not is_split for update`);
  if (result.rows.some((item) => item.is_matched))
    throw refuse.conflict("The remittance of this payment is matched with the bank. Undo the match first.");
  const closed = settings?.closedUntil;
  const startsOn = settings?.startsOn;
  if (!closed || !startsOn) return;
  const paidOn = completedAt && lagosDayOf(completedAt);
  const days = result.rows.length ? result.rows.map(({ day }) => day) : paidOn && paidOn >= startsOn ? [paidOn] : [];
  const closedDay = days.find((day) => day <= closed);
  if (closedDay) throw refuse.conflict(`${formatDay(closedDay)} is closed, so its figures stay.`);
}
