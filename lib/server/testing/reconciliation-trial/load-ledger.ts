import { Client } from "pg";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionType } from "@/lib/contract/transaction.values";
import { copyIntoTable } from "@/lib/server/db/copy";
import { copyLine, DAY_MS, isoTime, uuidAt } from "@/lib/server/testing/bench/generated-rows";
import { POSTING_COLUMNS } from "@/lib/server/testing/bench/ledger-writer";
import { groupBy, type LedgerItem, type ReconciliationTrial } from "./trial";

const TABLES = [
  ...["users", "ledger_accounts", "payment_methods", "transactions", "revenue_heads", "tax_payments"],
  ...["wallet_movements", "ledger_entries", "ledger_postings"],
];
const METHOD_ID = "00000000-0000-7000-9000-000000000041";
const USER_ID = "00000000-0000-7000-9000-000000000042";
const REFUNDED_ID = "00000000-0000-7000-9000-000000000043";

/** Kobo on the settlement float and in the wallet before the trial begins, so that no balance becomes negative. */
const OPENING_KOBO = 1_000_000_000_000_000;

/** Columns of each table that COPY fills. */
const COLUMNS = {
  transactions:
    "id, reference, user_id, type, channel, method_id, amount, fee, state, refund_of, provider_reference, created_at, completed_at",
  tax_payments: "transaction_id, revenue_head_id, lga",
  ledger_entries: "id, key, kind, size, description, source_type, source_id, reversal_of, posted_at",
  wallet_movements:
    "id, reference, kind, state, account, to_account, direction, amount, note, external_reference, requested_by, entry_id",
  ledger_postings: POSTING_COLUMNS,
} as const;
type Lines = Record<keyof typeof COLUMNS, string[]>;

/** Returns type and channel of the transaction that caused these postings on the settlement float. */
function typeOf(items: readonly LedgerItem[]): [type: TransactionType, channel: string] {
  const [first] = items;
  const remittance = items.find(({ kind }) => kind === "remittance");
  if (first?.kind === "refund") return ["refund", "card"];
  if (first?.kind === "payout") return ["withdrawal", "bank_transfer"];
  if (!remittance) return ["wallet_funding", "card"];
  const { group } = remittance;
  const type = group === "bill_payment" || group === "ticket" ? group : "tax_and_levy";
  return [type, items.length === 1 ? "wallet" : "card"];
}

/**
 * Stores the trial's payments and movements with their ledger entries, by COPY without triggers, in the order of their days. The database
 * must have no users and no entries. Does not store settlement fees, because the product posts them when it stores a settlement.
 * @param adminId admin who requests the movements
 */
export async function loadLedger(url: string, trial: ReconciliationTrial, adminId: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
    const heads = await insertFixedRows(client, trial);
    const { lines, accounts } = makeLines(trial, adminId, heads);
    for (const table of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
      if (lines[table].length) await copyIntoTable(client, table, COLUMNS[table], lines[table]);
    for (const [id, { balance, seq }] of accounts)
      await client.query("update ledger_accounts set balance = $2, postings = $3 where id = $1", [id, balance, seq]);
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
    await client.query("commit");
    await client.query("analyze ledger_entries, ledger_postings, transactions, tax_payments");
  } finally {
    await client.end();
  }
}

/**
 * Inserts the payer, the payment method, the payment that refunds belong to, and revenue heads. @returns ids of the revenue heads by code
 */
async function insertFixedRows(client: Client, trial: ReconciliationTrial): Promise<Map<string, string>> {
  await client.query(`insert into users (id, first_name, last_name, phone, email, date_of_birth, gender, lga, tier, joined_at)
    values ('${USER_ID}', 'Ada', 'Trial', '+2347000000041', 'trial@example.com', '1990-01-01', 'female', 'Abi', 3, '2026-01-01')`);
  await client.query(`insert into ledger_accounts (id, user_id, side) values ('${USER_ID}', '${USER_ID}', 'credit')`);
  await client.query(`insert into payment_methods (id, code, name, channel, provider, min_amount, max_amount)
    values ('${METHOD_ID}', 'trial', 'Trial', 'card', 'paystack', 1, 1000000000000)`);
  await client.query(`insert into transactions (id, reference, user_id, type, channel, method_id, amount, state, completed_at)
    values ('${REFUNDED_ID}', 'TRX-REFUNDED', '${USER_ID}', 'wallet_funding', 'card', '${METHOD_ID}', 1, 'succeeded', '2026-01-01')`);
  const codes = new Set(trial.ledger.flatMap(({ group }) => (group?.startsWith("head:") ? group.slice(5) : [])));
  const ids = new Map<string, string>();
  for (const [n, code] of [...codes].entries()) {
    const id = uuidAt(0, 8, n);
    ids.set(code, id);
    const account = code.startsWith("NONE") ? [null, null] : ["Zenith Bank", "0123456789"];
    await client.query(
      `insert into revenue_heads (id, code, starts_on, name, ministry, bank_name, account_number)
        values ($1, $2, '2020-01-01', $2, 'Finance', $3, $4)`,
      [id, code, ...account],
    );
  }
  return ids;
}

function makeLines(trial: ReconciliationTrial, adminId: string, heads: ReadonlyMap<string, string>) {
  const lines: Lines = {
    transactions: [],
    tax_payments: [],
    ledger_entries: [],
    wallet_movements: [],
    ledger_postings: [],
  };
  const accounts = new Map(
    [IDS.settlement_float, IDS.suspense, IDS.fee_income, USER_ID].map((id) => [id, { balance: 0, seq: 0 }]),
  );
  const entryIdByMovement = new Map<string, string>();
  let count = 0;

  /** Posts an entry between the settlement float and one other account. Each of `amounts` is one posting on the float. */
  function post(
    at: number,
    entry: {
      id: string;
      key: string;
      kind: string;
      source: string;
      sourceId: string;
      reversalOf?: string;
      text: string;
    },
    amounts: readonly number[],
    other: string,
  ) {
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const postings = [
      ...amounts.map((amount) => [IDS.settlement_float, -amount] as const),
      ...(total === 0 ? [] : [[other, total] as const]),
    ];
    const { id, key, kind, source, sourceId, reversalOf = null, text } = entry;
    lines.ledger_entries.push(
      copyLine(id, key, kind, postings.length, text, source, sourceId, reversalOf, isoTime(at)),
    );
    for (const [index, [accountId, amount]] of postings.entries()) {
      const account = accounts.get(accountId) ?? { balance: 0, seq: 0 };
      account.balance += accountId === IDS.settlement_float ? -amount : amount;
      account.seq++;
      lines.ledger_postings.push(
        copyLine(id, index + 1, postings.length, accountId, account.seq, amount, account.balance, isoTime(at)),
      );
    }
  }

  const groups = groupBy(
    trial.ledger.filter(({ kind }) => kind !== "fee"),
    ({ kind, reference, amount }) => (kind === "movement" ? `${reference}${amount}` : reference),
  );
  const ordered = [...groups.values()].sort((a, b) => ((a[0]?.day ?? "") < (b[0]?.day ?? "") ? -1 : 1));
  const start = Date.parse(`${ordered[0]?.[0]?.day}T08:00:00Z`) - 2 * DAY_MS;
  const opening = { id: uuidAt(start, 9, 1), key: "trial:opening", kind: "fund", source: "test", sourceId: USER_ID };
  post(start, { ...opening, text: "Money before the trial" }, [OPENING_KOBO], USER_ID);
  for (const items of ordered) {
    const [first] = items;
    if (!first) continue;
    const at = Date.parse(`${first.day}T08:00:00Z`) + (count % 3_600_000);
    const [entryId, sourceId] = [uuidAt(at, 3, count), uuidAt(at, 2, count)];
    count++;
    const amounts = items.map(({ amount }) => amount);
    if (first.kind === "movement") {
      const reversalOf = first.narration.startsWith("Reversal") ? entryIdByMovement.get(first.reference) : undefined;
      if (!reversalOf) entryIdByMovement.set(first.reference, entryId);
      const entry = {
        id: entryId,
        key: `movement:${sourceId}`,
        source: "wallet_movement",
        sourceId,
        text: first.narration,
      };
      post(at, { ...entry, kind: reversalOf ? "reversal" : "transfer", reversalOf }, amounts, IDS.suspense);
      const sides = reversalOf ? [null, null, null] : ["settlement_float", "suspense", first.amount > 0 ? "in" : "out"];
      lines.wallet_movements.push(
        copyLine(
          ...[
            sourceId,
            reversalOf ? `REV-${first.reference}` : first.reference,
            reversalOf ? "reversal" : "transfer",
            "posted",
          ],
          ...[...sides, Math.abs(first.amount), "Trial", first.providerReference ?? "", adminId, entryId],
        ),
      );
      continue;
    }
    const [type, channel] = typeOf(items);
    const isRefund = type === "refund";
    const entry = {
      id: entryId,
      key: `${isRefund ? "refund" : "transaction"}:${sourceId}`,
      source: "transaction",
      sourceId,
      text: first.narration,
    };
    post(at, { ...entry, kind: isRefund ? "transaction_refund" : "transaction" }, amounts, USER_ID);
    const remittance = items.find(({ kind }) => kind === "remittance");
    const amount = Math.abs((remittance ?? first).amount);
    lines.transactions.push(
      copyLine(
        ...[sourceId, first.reference, USER_ID, type, channel, channel === "wallet" ? null : METHOD_ID, amount],
        ...[Math.max(0, Math.abs(first.amount) - amount), "succeeded", isRefund ? REFUNDED_ID : null],
        ...[first.providerReference, isoTime(at), isoTime(at)],
      ),
    );
    const head = heads.get(remittance?.group?.slice(5) ?? "");
    if (head) lines.tax_payments.push(copyLine(sourceId, head, null));
  }
  return { lines, accounts };
}
