import { Client } from "pg";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { FULL_FORMAT, sealHash } from "@/lib/server/audit/digest";
import { connectDatabase } from "@/lib/server/db/client";
import { copyIntoTable } from "@/lib/server/db/copy";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { loadApplications } from "./applications";
import {
  AUDIT_COLUMNS,
  type DatabaseSize,
  generateAuditRow,
  USER_COLUMNS,
  userCopyLine,
  userJoinedAt,
  uuidAt,
} from "./generated-rows";
import { createLedgerWriter, LEDGER_ENTRY_COLUMNS, POSTING_COLUMNS } from "./ledger-writer";
import { generatePayments, PAYMENT_METHOD_ROWS, TRANSACTION_COLUMNS } from "./payments";
import { loadReports } from "./reports";
import { loadTickets } from "./tickets";

const FILLED_TABLES = [
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
const ROWS_PER_COPY = 25_000;

type FillOptions = { log?: (message: string) => void; now?: number };

/**
 * Fills a migrated database without users. Uses COPY without triggers, indexes and foreign keys, in one transaction, so that an interrupted
 * load leaves nothing behind. Then runs "Verify ledger".
 * @throws if the database has users, or the ledger is wrong
 */
export async function fillDatabase(
  url: string,
  size: DatabaseSize,
  { log = () => {}, now = Date.now() }: FillOptions = {},
): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "fill" });
  await client.connect();
  const started = Date.now();
  const logLine = (message: string) => log(`${((Date.now() - started) / 1_000).toFixed(0).padStart(5)} s  ${message}`);
  try {
    const existingRows = await client.query(
      "select exists (select 1 from users) or exists (select 1 from ledger_entries) as used",
    );
    if (existingRows.rows[0].used) throw new Error("This database holds users already. Give an empty one.");
    await client.query("begin; set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'");
    await client.query("set local max_parallel_maintenance_workers = 0; set local max_parallel_workers_per_gather = 0");
    const rebuildStatements = await dropConstraints(client);
    await loadRows(client, size, now, logLine);
    for (const [index, statement] of rebuildStatements.entries()) {
      await client.query(statement);
      if (index % 10 === 9) logLine(`${index + 1} of ${rebuildStatements.length} indexes and constraints`);
    }
    await client.query("select rebuild_totals()");
    await client.query("commit");
    logLine("committed");
    for (const table of [...FILLED_TABLES, "day_totals", "wallet_balances"])
      await client.query(`vacuum analyze ${table}`);
    logLine("vacuumed");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
  const { db, pool } = connectDatabase(url, 1, 0);
  const verification = await verifyLedger(db, { budget: Number.POSITIVE_INFINITY }).finally(() => pool.end());
  if (verification.faults.length) throw new Error(`The ledger has errors:\n${verification.faults.join("\n")}`);
  logLine(
    `ledger verified: ${verification.entries} entries, ${verification.postings} postings, sum ${verification.total}`,
  );
}

/**
 * Drops indexes and foreign keys, and disables triggers.
 * @returns the SQL statements that create and enable them again
 */
async function dropConstraints(client: Client): Promise<string[]> {
  const tables = `any (array[${FILLED_TABLES.map((table) => `'${table}'::regclass`).join(",")}]::oid[])`;
  const constraints = await client.query<{ on: string; name: string; definition: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('f', 'p', 'u') and conparentid = 0 and (conrelid = ${tables} or confrelid = ${tables})
     order by contype <> 'f', oid`,
  );
  for (const { on, name } of constraints.rows) await client.query(`alter table ${on} drop constraint ${name}`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = ${tables} order by indexrelid`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  for (const table of FILLED_TABLES) await client.query(`alter table ${table} disable trigger user`);
  const addStatements = constraints.rows.map(({ on, name, definition }) => ({
    isKey: !definition.startsWith("FOREIGN"),
    statement: `alter table ${on} add constraint ${name} ${definition}`,
  }));
  return [
    ...addStatements.filter(({ isKey }) => isKey).map(({ statement }) => statement),
    // For a partitioned table, PostgreSQL returns `ON ONLY`, which would create no indexes on the partitions.
    ...indexes.rows.map(({ definition }) => definition.replace(" ON ONLY ", " ON ")),
    ...FILLED_TABLES.map((table) => `analyze ${table}`),
    ...addStatements.filter(({ isKey }) => !isKey).map(({ statement }) => statement),
    ...FILLED_TABLES.map((table) => `alter table ${table} enable trigger user`),
  ];
}

async function loadRows(client: Client, size: DatabaseSize, now: number, logLine: (message: string) => void) {
  for (const { id, channel } of PAYMENT_METHOD_ROWS)
    await client.query(
      `insert into payment_methods (id, code, name, channel, provider, min_amount, max_amount) values ($1, $2, $2, $2, 'simulated', 1, 1000000000000)`,
      [id, channel],
    );
  const userIds = Array.from({ length: size.users }, (_, n) => uuidAt(userJoinedAt(n + 1, size, now), 1, n + 1));
  for (let firstRow = 1; firstRow <= size.users; firstRow += ROWS_PER_COPY) {
    const count = Math.min(ROWS_PER_COPY, size.users - firstRow + 1);
    const lines = Array.from({ length: count }, (_, n) => userCopyLine(firstRow + n, size, now));
    await copyIntoTable(client, "users", USER_COLUMNS, lines);
  }
  logLine(`${size.users} users`);
  const ledgerWriter = createLedgerWriter(size.users);
  let doneCount = 0;
  for (const chunk of generatePayments(size, userIds, ledgerWriter, now)) {
    await copyIntoTable(client, "transactions", TRANSACTION_COLUMNS, chunk.transactions);
    await copyIntoTable(client, "ledger_entries", LEDGER_ENTRY_COLUMNS, chunk.entries);
    await copyIntoTable(client, "ledger_postings", POSTING_COLUMNS, chunk.postings);
    const doneBefore = doneCount;
    doneCount += chunk.transactions.length;
    if (Math.floor(doneCount / 500_000) > Math.floor(doneBefore / 500_000)) logLine(`${doneCount} transactions`);
  }
  for (let firstRow = 0; firstRow < size.users; firstRow += ROWS_PER_COPY) {
    const ids = userIds.slice(firstRow, firstRow + ROWS_PER_COPY);
    const lines = ids.map(
      (id, n) => `${id}\t${id}\tcredit\t${ledgerWriter.balances[firstRow + n]}\t${ledgerWriter.counts[firstRow + n]}\n`,
    );
    await copyIntoTable(client, "ledger_accounts", "id, user_id, side, balance, postings", lines);
  }
  for (const id of Object.values(SYSTEM_ACCOUNT_IDS)) {
    const { balance, postings } = ledgerWriter.system.get(id) ?? { balance: 0, postings: 0 };
    await client.query("update ledger_accounts set balance = $2, postings = $3 where id = $1", [id, balance, postings]);
  }
  await loadAudit(client, size.audit, now);
  logLine(`${size.audit} audit rows`);
  await loadReports(client, size, userIds, now);
  logLine(`${size.reports} reports`);
  await loadTickets(client, size, userIds, now);
  logLine(`${size.tickets ?? 0} tickets`);
  await loadApplications(client, size, userIds, now);
  logLine(`${size.applications ?? 0} applications`);
}

/** Loads a complete hash chain in the form that an earlier release wrote and migration 0025 sealed. */
async function loadAudit(client: Client, count: number, now: number) {
  let previousHash = "0".repeat(64);
  let lines: string[] = [];
  for (let id = 1; id <= count; id++) {
    const row = generateAuditRow(id, now - (count - id) * 5_000);
    const hash = sealHash(FULL_FORMAT, { position: id, previousHash }, { ...row.values, ...NO_DIGEST, id });
    lines.push(row.line(previousHash, hash));
    previousHash = hash;
    if (lines.length === ROWS_PER_COPY || id === count) {
      await copyIntoTable(client, "audit_trails", AUDIT_COLUMNS, lines);
      lines = [];
    }
  }
  await client.query(
    "insert into audit_seals select id, id, previous_hash, hash, $1, at from audit_trails order by id",
    [FULL_FORMAT],
  );
  await client.query("update audit_seal_head set position = $1, hash = $2, adopted = $1", [count, previousHash]);
  await client.query("select setval('audit_trails_id_seq', greatest(1, $1::bigint), $1::bigint > 0)", [count]);
}

/** Values of columns that the earlier release, which is supposed to have written the rows, did not have. */
const NO_DIGEST = { byCitizen: false, personalDigest: null };
