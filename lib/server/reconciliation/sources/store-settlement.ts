import "server-only";
import { sql } from "drizzle-orm";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { formatCount, formatMoney } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import type { ProviderSettlement, SettledItem } from "@/lib/server/transaction/provider-port";
import { insertProviderItems, type ProviderRecord } from "./provider-items";
import { dayOfProviderTime, transactionIdOfRefundKey } from "./record-fields";
import { postSettlementFee } from "./settlement-fee";

/** A payment, refund or chargeback that is part of a settlement. `key`: our idempotency key of a refund, if known. */
export type SettlementPart = SettledItem & { key?: string | null };

/**
 * Stores a paid settlement with all its items in one transaction, and posts its fees. Does nothing if the settlement is stored already.
 * @param parts payments (positive) and listed deductions (negative)
 * @returns true if it was stored now
 */
export const storeSettlement = (
  db: Database,
  provider: ProviderName,
  settlement: ProviderSettlement,
  parts: readonly SettlementPart[],
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const itemId = await insertSettlement(tx, provider, settlement, hasContradictorySums(settlement, parts));
    if (itemId === null) return false;
    await insertProviderItems(tx, recordsOf(settlement, parts), { provider, settlementId: itemId });
    const { id, day, gross, fees, deductions, net } = settlement;
    const after = {
      provider,
      settlement: id,
      day,
      payments: formatCount(parts.filter(({ kind }) => kind === "payment").length),
      gross: formatMoney(gross),
      fees: formatMoney(fees),
      deductions: formatMoney(deductions),
      net: formatMoney(net),
      ...(await postSettlementFee(tx, provider, settlement)),
    };
    await appendAudit(tx, systemAuditRow("reconciliation.settlementFetched", { record: null, after }));
    return true;
  });

/**
 * Inserts the settlement's own item, which is due at the bank some working days later. A settlement of ₦0 has no bank line, so it is
 * never due.
 * @returns the id of the item; null if the item exists already
 */
async function insertSettlement(
  tx: Transaction,
  provider: ProviderName,
  { id, day, net, narration }: ProviderSettlement,
  differs: boolean,
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into reconciliation_items (side, kind, source_key, provider, day, accounting_day, amount, reference, narration, due_on, finding)
    select 'provider', 'settlement', ${`${provider}:settlement:${id}`}::text, ${provider}::text, ${day}::date, ${day}::date, ${net}::bigint, ${id}::text,
      ${narration}::text, case when ${net}::bigint = 0 then '9999-12-31'::date else first_late_day(${day}::date, s.bank_days) end,
      ${differs ? "amount_differs" : null}::text
    from reconciliation_settings s
    on conflict (source_key) do nothing
    returning id::float8 as id`);
  return rows[0]?.id ?? null;
}

/**
 * Returns the source key of a payout, refund or chargeback, also if it is in no settlement. Contains the provider's reference, so that money
 * which the provider pays twice is two items.
 */
export const outflowSourceKey = ({ kind, reference, providerReference }: OutflowIdentity) =>
  `${kind}:${providerReference || reference}`;
type OutflowIdentity = Pick<SettledItem, "kind" | "reference" | "providerReference">;

const sumOf = (parts: readonly SettlementPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0);
const isPayment = ({ kind }: SettlementPart) => kind === "payment";

/** Returns the kobo of deductions that the provider lists one by one. */
const listedDeductions = (parts: readonly SettlementPart[]) => -sumOf(parts.filter((part) => !isPayment(part)));

/** Returns true if the settlement's sums contradict each other or its parts. Compares fees by payment only if the provider lists any. */
export function hasContradictorySums(
  { gross, fees, deductions, net }: ProviderSettlement,
  parts: readonly SettlementPart[],
): boolean {
  const listedFees = parts.reduce((sum, part) => sum + part.fees, 0);
  return (
    sumOf(parts.filter(isPayment)) !== gross ||
    gross - fees - deductions !== net ||
    listedDeductions(parts) > deductions ||
    (listedFees !== 0 && listedFees !== fees)
  );
}

/** Returns the records of the settlement's payments, fees and deductions. Deductions that are not listed are one record. */
function recordsOf(settlement: ProviderSettlement, parts: readonly SettlementPart[]): ProviderRecord[] {
  const { id, day, fees, deductions } = settlement;
  const common = { day, reference: id, providerReference: null };
  return [
    ...parts.map((part): ProviderRecord => {
      const { kind, reference, providerReference, amount, paidAt, key } = part;
      return {
        kind,
        key: kind === "payment" ? `payment:${id}:${providerReference}` : outflowSourceKey(part),
        day: dayOfProviderTime(paidAt, day),
        amount,
        reference,
        providerReference,
        transactionId: transactionIdOfRefundKey(key),
      };
    }),
    { ...common, kind: "fee", key: `fees:${id}`, amount: -fees },
    {
      ...common,
      kind: "deduction",
      key: `deductions:${id}`,
      amount: -Math.max(0, deductions - listedDeductions(parts)),
    },
  ];
}
