import { Client } from "pg";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { type AuditHead, auditDigest, CHAIN_START } from "@/lib/server/audit/audit";
import { connect } from "@/lib/server/db/client";
import { copyIn } from "@/lib/server/db/copy";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { loadApplications } from "./applications";
import { ENTRY_COLUMNS, makeBook, POSTING_COLUMNS } from "./book";
import { METHODS, payments, TRANSACTION_COLUMNS } from "./payments";
import { loadReports } from "./reports";
import { loadTickets } from "./tickets";
import { AUDIT_COLUMNS, auditRow, idAt, joinedAt, type Size, USER_COLUMNS, userLine } from "./world";

const TABLES = [
  "users",
  "ledger_accounts",
  "transactions",
  "ledger_entries",
  "ledger_postings",
  "audit_trails",
  "ireports",
  "events",
  "ticket_types",
  "event_orders",
  "tickets",
  "grant_programmes",
  "grant_applications",
  "grant_fingerprints",
];
const PIECE = 25_000;

type Options = { log?: (message: string) => void; now?: number };

/**
 * Fills a migrated database without users: COPY without triggers, indexes and foreign keys, all in one transaction, so that an
 * interrupted load leaves nothing behind. Afterwards "Verify ledger" checks every posting.
 * @throws when the database has users, or the ledger is wrong
 */
export async function fill(url: string, size: Size, { log = () => {}, now = Date.now() }: Options = {}): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "fill" });
  await client.connect();
  const started = Date.now();
  const say = (message: string) => log(`${((Date.now() - started) / 1_000).toFixed(0).padStart(5)} s  ${message}`);
  try {
    const found = await client.query(
      "select exists (select 1 from users) or exists (select 1 from ledger_entries) as used",
    );
    if (found.rows[0].used) throw new Error("This database holds users already. Give an empty one.");
    await client.query("begin; set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'");
    await client.query("set local max_parallel_maintenance_workers = 0; set local max_parallel_workers_per_gather = 0");
    const rebuild = await bare(client);
    await load(client, size, now, say);
    for (const [index, statement] of rebuild.entries()) {
      await client.query(statement);
      if (index % 10 === 9) say(`${index + 1} of ${rebuild.length} indexes and constraints`);
    }
    await client.query("select rebuild_totals()");
    await client.query("commit");
    say("committed");
    for (const table of [...TABLES, "day_totals", "wallet_balances"]) await client.query(`vacuum analyze ${table}`);
    say("vacuumed");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
  const { db, pool } = connect(url, 1, 0);
  const verdict = await verifyLedger(db, { budget: Number.POSITIVE_INFINITY }).finally(() => pool.end());
  if (verdict.faults.length) throw new Error(`The ledger has errors:\n${verdict.faults.join("\n")}`);
  say(`ledger verified: ${verdict.entries} entries, ${verdict.postings} postings, sum ${verdict.total}`);
}

/** Drops indexes and foreign keys, and disables triggers. @returns the statements that restore them */
async function bare(client: Client): Promise<string[]> {
  const tables = `any (array[${TABLES.map((table) => `'${table}'::regclass`).join(",")}]::oid[])`;
  const constraints = await client.query<{ on: string; name: string; definition: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('f', 'p', 'u') and (conrelid = ${tables} or confrelid = ${tables})
     order by contype <> 'f', oid`,
  );
  for (const { on, name } of constraints.rows) await client.query(`alter table ${on} drop constraint ${name}`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = ${tables} order by indexrelid`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  const add = constraints.rows.map(({ on, name, definition }) => ({
    isKey: !definition.startsWith("FOREIGN"),
    statement: `alter table ${on} add constraint ${name} ${definition}`,
  }));
  return [
    ...add.filter(({ isKey }) => isKey).map(({ statement }) => statement),
    ...indexes.rows.map(({ definition }) => definition),
    ...TABLES.map((table) => `analyze ${table}`),
    ...add.filter(({ isKey }) => !isKey).map(({ statement }) => statement),
    ...TABLES.map((table) => `alter table ${table} enable trigger user`),
  ];
}

async function load(client: Client, size: Size, now: number, say: (message: string) => void) {
  for (const { id, channel } of METHODS)
    await client.query(
      `insert into payment_methods (id, code, name, channel, provider, min_amount, max_amount) values ($1, $2, $2, $2, 'simulated', 1, 1000000000000)`,
      [id, channel],
    );
  const userIds = Array.from({ length: size.users }, (_, n) => idAt(joinedAt(n + 1, size, now), 1, n + 1));
  for (let from = 1; from <= size.users; from += PIECE) {
    const count = Math.min(PIECE, size.users - from + 1);
    const lines = Array.from({ length: count }, (_, n) => userLine(from + n, size, now));
    await copyIn(client, "users", USER_COLUMNS, lines);
  }
  say(`${size.users} users`);
  const ledger = makeBook(size.users);
  let done = 0;
  for (const piece of payments(size, userIds, ledger, now)) {
    await copyIn(client, "transactions", TRANSACTION_COLUMNS, piece.transactions);
    await copyIn(client, "ledger_entries", ENTRY_COLUMNS, piece.entries);
    await copyIn(client, "ledger_postings", POSTING_COLUMNS, piece.postings);
    const before = done;
    done += piece.transactions.length;
    if (Math.floor(done / 500_000) > Math.floor(before / 500_000)) say(`${done} transactions`);
  }
  for (let from = 0; from < size.users; from += PIECE) {
    const ids = userIds.slice(from, from + PIECE);
    const lines = ids.map(
      (id, n) => `${id}\t${id}\tcredit\t${ledger.balances[from + n]}\t${ledger.counts[from + n]}\n`,
    );
    await copyIn(client, "ledger_accounts", "id, user_id, side, balance, postings", lines);
  }
  for (const id of Object.values(SYSTEM_ACCOUNT_IDS)) {
    const { balance, postings } = ledger.system.get(id) ?? { balance: 0, postings: 0 };
    await client.query("update ledger_accounts set balance = $2, postings = $3 where id = $1", [id, balance, postings]);
  }
  await loadAudit(client, size.audit, now);
  say(`${size.audit} audit rows`);
  await loadReports(client, size, userIds, now);
  say(`${size.reports} reports`);
  await loadTickets(client, size, userIds, now);
  say(`${size.tickets ?? 0} tickets`);
  await loadApplications(client, size, userIds, now);
  say(`${size.applications ?? 0} applications`);
}

/** Loads a complete hash chain, as the product would have written it. */
async function loadAudit(client: Client, count: number, now: number) {
  let head: AuditHead = CHAIN_START;
  let lines: string[] = [];
  for (let id = 1; id <= count; id++) {
    const row = auditRow(id, now - (count - id) * 5_000);
    const hash = auditDigest(id, head.hash, row.values);
    lines.push(row.line(head.hash, hash));
    head = { id, hash };
    if (lines.length === PIECE || id === count) {
      await copyIn(client, "audit_trails", AUDIT_COLUMNS, lines);
      lines = [];
    }
  }
  await client.query("update audit_head set id = $1, hash = $2", [head.id, head.hash]);
}
