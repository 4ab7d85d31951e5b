import { sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import type { Trial } from "./trial";

const TRIAL_ACCOUNT_ID = "00000000-0000-7000-8000-000000000041";
const ROWS_PER_STATEMENT = 10_000;

/** Row of `reconciliation_items` as JSON. `days`: name of the setting that decides when the item is due; none for its own day. */
type ItemRow = {
  side: string;
  kind: string;
  source_key: string;
  account_id?: string;
  provider?: string;
  settlement?: string | null;
  day: string;
  amount: number;
  reference?: string | null;
  provider_reference?: string | null;
  narration: string;
  entry_id?: string;
  remittance_group?: string;
  finding?: string;
  days?: number;
};

/** Returns the identity of each item of the trial in the table: `trial:<side>:<position>`. */
export const sourceKeys = (trial: Trial): Map<object, string> =>
  new Map(
    (["ledger", "provider", "bank"] as const).flatMap((side) =>
      trial[side].map((item, n) => [item, `trial:${side}:${n}`] as const),
    ),
  );

/** Starts reconciliation on the first day of the trial, and inserts its items in the form in which the product's collectors store them. */
export async function loadItems(db: Database, trial: Trial): Promise<void> {
  const first = [...trial.ledger, ...trial.bank].reduce((day, item) => (item.day < day ? item.day : day), "9999-12-31");
  await db.execute(
    sql`update reconciliation_settings set starts_on = ${first}::date, closed_until = ${first}::date - 1 where starts_on is null`,
  );
  const accountId = TRIAL_ACCOUNT_ID;
  await db
    .insert(bankAccounts)
    .values({ id: accountId, name: "Trial", bankCode: "058", bankName: "GTBank", accountNumber: "0123456789" })
    .onConflictDoNothing();
  const entryIds = await insertReversedEntries(db, trial);
  const provider: ItemRow[] = trial.provider.map(({ providerReference, settlement, ...item }, n) => ({
    ...item,
    ...{
      side: "provider",
      provider: "paystack",
      source_key: `trial:provider:${n}`,
      provider_reference: providerReference,
      settlement,
    },
    ...(item.kind === "settlement" && { days: 1 }),
  }));
  const ledger: ItemRow[] = trial.ledger.map(({ providerReference, group, finding, pair, ...item }, n) => ({
    ...item,
    ...{
      side: "ledger",
      source_key: `trial:ledger:${n}`,
      provider_reference: providerReference,
      remittance_group: group,
      finding,
    },
    ...(pair && { entry_id: entryIds.get(`${pair}:${item.narration.startsWith("Reversal")}`) }),
    ...(!finding && { days: { remittance: 5, movement: 2 }[item.kind] ?? 2 }),
  }));
  const bank: ItemRow[] = trial.bank.map((line, n) => ({
    ...line,
    ...{ side: "bank", kind: "statement_line", source_key: `trial:bank:${n}`, account_id: accountId },
  }));
  // Settlements first, because their records refer to them.
  const isSettlement = ({ kind }: ItemRow) => kind === "settlement";
  for (const rows of [provider.filter(isSettlement), provider.filter((row) => !isSettlement(row)), ledger, bank])
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await insertRows(db, rows.slice(from, from + ROWS_PER_STATEMENT));
  await db.execute(sql`analyze reconciliation_items`);
}

const insertRows = (db: Database, rows: readonly ItemRow[]) =>
  db.execute(sql`insert into reconciliation_items (side, kind, source_key, account_id, provider, settlement_id, day, accounting_day,
      amount, reference, provider_reference, narration, entry_id, remittance_group, finding, due_on)
    select r.side, r.kind, r.source_key, r.account_id, r.provider, s.id, r.day, r.day, r.amount, r.reference, r.provider_reference,
      r.narration, r.entry_id, r.remittance_group, r.finding, add_working_days(r.day, coalesce(r.days, 0))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(side text, kind text, source_key text, account_id uuid,
      provider text, settlement text, day date, amount bigint, reference text, provider_reference text, narration text, entry_id uuid,
      remittance_group text, finding text, days integer)
    left join reconciliation_items s on s.kind = 'settlement' and s.reference = r.settlement
    on conflict (source_key) do nothing`);

const entryId = (n: number) => `00000000-0000-7000-8000-${String(41_000_000 + n).padStart(12, "0")}`;

/** Inserts ledger entries for movements and their reversals, without postings, which matching does not read. */
async function insertReversedEntries(db: Database, trial: Trial): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const pairs = new Set(trial.ledger.flatMap(({ pair }) => pair ?? []));
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table ledger_entries disable trigger user`);
    for (const [n, pair] of [...pairs].entries()) {
      const [original, reversal] = [entryId(2 * n), entryId(2 * n + 1)];
      ids.set(`${pair}:false`, original).set(`${pair}:true`, reversal);
      await tx.execute(sql`insert into ledger_entries (id, key, kind, size, description, source_type, source_id, reversal_of, posted_at)
        values (${original}, ${`trial:${original}`}, 'manual_transfer', 2, 'Trial', 'wallet_movement', ${original}, null, now()),
          (${reversal}, ${`trial:${reversal}`}, 'reversal', 2, 'Trial', 'wallet_movement', ${reversal}, ${original}, now())
        on conflict do nothing`);
    }
    await tx.execute(sql`alter table ledger_entries enable trigger user`);
  });
  return ids;
}
