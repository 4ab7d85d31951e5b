import { createHash } from "node:crypto";
import type { Database } from "@/lib/server/db/client";
import { collectLedgerItems } from "@/lib/server/reconciliation/sources/collect-ledger";
import { storeOutflows } from "@/lib/server/reconciliation/sources/store-outflows";
import { type SettlementPart, storeSettlement } from "@/lib/server/reconciliation/sources/store-settlement";
import type { ProviderRefund, ProviderTransfer } from "@/lib/server/transaction/provider-port";
import { type BankLine, groupBy, type ProviderItem, type ReconciliationTrial } from "./trial";

/** Number of statement lines that one call stores. */
const LINES_PER_CALL = 2_000;
const ACCOUNT = { name: "Trial", bank_code: "990", bank_name: "Bank of the Trial", account_number: "1000000041" };
const PROVIDER = "paystack";

/** Sends a request to the API as an admin with all rights. @returns the response's data */
export type TrialCall = (path: string, body: object) => Promise<{ id: string; state?: string }>;

let fileCount = 0;

/** Adds the bank account, which starts reconciliation on the first day of the trial. @returns its id */
export async function startTrial(call: TrialCall, trial: ReconciliationTrial): Promise<string> {
  const [startsOn] = trial.ledger.map(({ day }) => day).sort();
  return (await call("/wallets/reconciliation/accounts", { ...ACCOUNT, starts_on: startsOn })).id;
}

/**
 * Stores the records of provider and bank with the product's own code, as if they had been fetched and imported, and collects the ledger's
 * postings. The ledger must have been loaded before. A second call adds no items: it imports another file with the same lines.
 */
export async function loadSources(
  db: Database,
  call: TrialCall,
  trial: ReconciliationTrial,
  accountId: string,
): Promise<void> {
  await collectLedgerItems(db);
  await storeProvider(db, trial);
  // Collects the fee postings, which the product made when it stored the settlements.
  await collectLedgerItems(db);
  await importStatement(call, trial, accountId);
}

async function storeProvider(db: Database, trial: ReconciliationTrial): Promise<void> {
  const bySettlement = groupBy(trial.provider, ({ settlement }) => settlement ?? null);
  const outside = (bySettlement.get(null) ?? []).filter(({ kind }) => kind !== "settlement");
  await storeOutflows(db, PROVIDER, {
    transfers: each(outside.filter(({ kind }) => kind === "payout").map(toTransfer)),
    refunds: each(outside.filter(({ kind }) => kind === "refund").map(toRefund)),
  });
  for (const { kind, reference, day, amount, narration } of trial.provider) {
    if (kind !== "settlement") continue;
    const records = bySettlement.get(reference) ?? [];
    const payments = records.filter((record) => record.kind === "payment");
    const gross = payments.reduce((sum, payment) => sum + payment.amount, 0);
    const fees = -(records.find((record) => record.kind === "fee")?.amount ?? 0);
    const settlement = {
      id: reference,
      state: "paid" as const,
      day,
      gross,
      fees,
      deductions: 0,
      net: amount,
      narration,
    };
    await storeSettlement(db, PROVIDER, settlement, payments.map(toPart));
  }
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

const timeOf = (day: string) => `${day}T09:00:00.000Z`;

const toPart = ({ reference, providerReference, amount, day }: ProviderItem): SettlementPart => ({
  ...{ kind: "payment", reference, providerReference: providerReference ?? "", amount, fees: 0, paidAt: timeOf(day) },
});

const toTransfer = ({ reference, providerReference, amount, day }: ProviderItem): ProviderTransfer => ({
  ...{ reference, providerReference: providerReference ?? "", amount: -amount, state: "paid", paidAt: timeOf(day) },
});

const toRefund = ({ reference, providerReference, amount, day }: ProviderItem): ProviderRefund => ({
  ...{
    key: null,
    paymentReference: "TRX-REFUNDED",
    providerReference: providerReference ?? reference,
    amount: -amount,
  },
  ...{ state: "paid", paidAt: timeOf(day), isChargeback: false, settlementId: null },
});

/** Returns the bank's lines in the order of the statement. */
export const statementLines = (trial: ReconciliationTrial): BankLine[] =>
  trial.bank.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));

async function importStatement(call: TrialCall, trial: ReconciliationTrial, accountId: string): Promise<void> {
  const lines = statementLines(trial);
  const days = trial.ledger.map(({ day }) => day).sort();
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const path = `/wallets/reconciliation/accounts/${accountId}/statements`;
  const opening = 1_000_000_000_000;
  const { id } = await call(path, {
    ...{
      file_name: "trial.csv",
      file_hash: createHash("sha256")
        .update(`${++fileCount}${JSON.stringify(lines)}`)
        .digest("hex"),
      format: "csv",
    },
    ...{ from_day: days[0], to_day: lines.at(-1)?.day, opening, closing: opening + total, lines: lines.length },
  });
  const numbered = lines.map(({ day, amount, narration, reference = "" }, n) => [
    n + 2,
    day,
    amount,
    null,
    narration,
    reference,
  ]);
  for (let after = 0; after < numbered.length; after += LINES_PER_CALL)
    await call(`${path}/${id}/lines`, { after, lines: numbered.slice(after, after + LINES_PER_CALL) });
  const finished = await call(`${path}/${id}/finish`, {});
  if (finished.state !== "imported") throw new Error(`The statement was not imported: ${JSON.stringify(finished)}`);
}
