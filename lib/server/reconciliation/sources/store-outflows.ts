import "server-only";
import { inArray } from "drizzle-orm";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { formatCount } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database } from "@/lib/server/db/client";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import type { ProviderRefund, ProviderSettlement, ProviderTransfer } from "@/lib/server/transaction/provider-port";
import { insertProviderItems, type ProviderRecord } from "./provider-items";
import { dayOfProviderTime, transactionIdOfRefundKey } from "./record-fields";
import { outflowSourceKey, type SettlementPart } from "./store-settlement";

/** Refunds and chargebacks that reduced settlements, by the settlement's id. */
export type RefundsBySettlement = Map<string, ProviderRefund[]>;

/** Number of records that one database transaction stores. */
const BATCH = 1_000;

type Outflows = { transfers: AsyncIterable<ProviderTransfer>; refunds: AsyncIterable<ProviderRefund> };

/**
 * Stores a provider's payouts and those of its refunds that reduced the provider balance instead of a settlement.
 * @returns the other refunds, which reduced settlements and are not stored yet
 */
export async function storeOutflows(
  db: Database,
  provider: ProviderName,
  { transfers, refunds }: Outflows,
): Promise<RefundsBySettlement> {
  const bySettlement: RefundsBySettlement = new Map();
  const records: ProviderRecord[] = [];
  const add = async (added: ProviderRecord[]) => {
    records.push(...added);
    if (records.length >= BATCH) await storeRecords(db, provider, records.splice(0));
  };
  for await (const transfer of transfers) await add(transferRecords(transfer));
  for await (const refund of refunds) {
    const { settlementId, state } = refund;
    if (settlementId) bySettlement.set(settlementId, [...(bySettlement.get(settlementId) ?? []), refund]);
    else if (state === "paid") await add([refundRecord(refund)]);
  }
  await storeRecords(db, provider, records);
  return bySettlement;
}

const storeRecords = (db: Database, provider: ProviderName, records: readonly ProviderRecord[]) =>
  inTransaction(db, async (tx) => {
    const count = await insertProviderItems(tx, records, { provider, settlementId: null, isSinceStart: true });
    if (!count) return;
    const after = { provider, payouts_and_refunds: formatCount(count) };
    await appendAudit(tx, systemAuditRow("reconciliation.outflowsFetched", { record: null, after }));
  });

/** Converts a payout to records. One that the bank has returned gets a second record with the opposite amount. */
function transferRecords({ state, reference, providerReference, amount, paidAt }: ProviderTransfer): ProviderRecord[] {
  if (state !== "paid" && state !== "returned") return [];
  const common = { kind: "payout", day: dayOfProviderTime(paidAt), reference, providerReference } as const;
  const key = outflowSourceKey(common);
  const paid = { ...common, key, amount: -amount };
  return state === "paid" ? [paid] : [paid, { ...common, key: `${key}:returned`, amount }];
}

/** Returns the refunds that a provider assigns to a settlement; none if their sum exceeds its deductions: only some of them were then withheld. */
export function refundsOfSettlement(
  { id, deductions }: Pick<ProviderSettlement, "id" | "deductions">,
  refunds: RefundsBySettlement,
): SettlementPart[] {
  const parts = (refunds.get(id) ?? []).map(refundPart);
  return parts.reduce((sum, { amount }) => sum - amount, 0) > deductions ? [] : parts;
}

/**
 * Stores refunds that refer to a settlement but were not stored with it: the settlement was stored earlier or has too few deductions, or it
 * is still unpaid although the refund is from before the day `before`. Otherwise our refund would never find its counterpart.
 */
export async function storeRefundsOutsideSettlements(
  db: Database,
  provider: ProviderName,
  refunds: RefundsBySettlement,
  before: string,
): Promise<void> {
  const keyOf = (settlementId: string) => `${provider}:settlement:${settlementId}`;
  const stored = await db
    .select({ key: reconciliationItems.sourceKey })
    .from(reconciliationItems)
    .where(inArray(reconciliationItems.sourceKey, [...refunds.keys()].map(keyOf)));
  const storedKeys = new Set(stored.map(({ key }) => key));
  const records = [...refunds]
    .flatMap(([id, each]) =>
      each.filter(({ paidAt }) => storedKeys.has(keyOf(id)) || dayOfProviderTime(paidAt) < before),
    )
    .filter(({ state }) => state === "paid")
    .map(refundRecord);
  // Does not insert refunds again that were stored with their settlement, because they have the same source key.
  if (records.length) await storeRecords(db, provider, records);
}

/** Returns a refund or chargeback as part of a settlement. */
function refundPart({
  isChargeback,
  paymentReference,
  providerReference,
  amount,
  paidAt,
  key,
}: ProviderRefund): SettlementPart {
  const common = { providerReference, amount: -amount, fees: 0, paidAt };
  // Our transaction is found by the payment's reference for a chargeback, and by our idempotency key for a refund.
  return isChargeback
    ? { ...common, kind: "chargeback", reference: paymentReference, key: null }
    : { ...common, kind: "refund", reference: providerReference, key };
}

function refundRecord(refund: ProviderRefund): ProviderRecord {
  const { kind, reference, providerReference, amount, paidAt, key } = refundPart(refund);
  return {
    kind,
    key: outflowSourceKey({ kind, reference, providerReference }),
    day: dayOfProviderTime(paidAt),
    amount,
    reference,
    providerReference,
    narration: refund.paymentReference && `Refund of ${refund.paymentReference}`,
    transactionId: transactionIdOfRefundKey(key),
  };
}
