import "server-only";
import { existsSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline, Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { desc, sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import { v7 as uuid } from "uuid";
import { inTransaction } from "@/lib/server/api/transaction";
import {
  ARCHIVE_ACTION,
  ARCHIVED_POSITIONS_FIELD,
  formatPositionRanges,
  lastPositionWithoutGap,
  mergeRanges,
} from "@/lib/server/audit/archives";
import { appendAudit } from "@/lib/server/audit/audit";
import { openChainHeadFile } from "@/lib/server/audit/heads";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { auditArchives, type SealPositionRange } from "@/lib/server/db/schema/audit-archives";
import { hasUnclearedFault, readVerifiedMark } from "@/lib/server/system-logs/verified-mark";
import {
  ARCHIVED_ROWS_PART,
  type ArchiveManifest,
  createArchiveKey,
  verifyArchive,
  writeArchiveManifest,
} from "./archive-file";
import { CommandError } from "./command-error";
import { writePart } from "./parts";

/** Number of audit rows read per query. A row has at most 60 KB. */
const ROWS_PER_QUERY = 500;
/** Number of rows per partial digest of a partition. One digest over all rows would exceed PostgreSQL's limit of 1 GB for a text. */
const IDS_PER_DIGEST = 10_000;
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 1_000;
/** PostgreSQL error codes after which dropping the partition is retried: lock_not_available, deadlock_detected. */
const LOCK_ERRORS = ["55P03", "40P01"];

/** A monthly partition of the audit trail that is old enough to be archived. */
export type OldPartition = {
  name: string;
  rows: number;
  firstAt: Date;
  lastAt: Date;
  firstPosition: number;
  lastPosition: number;
  lastHash: string;
};

/**
 * Lists the partitions of the audit trail whose rows are older than the last `keepMonths` full months in Lagos, oldest first. Never
 * lists the default partition.
 */
export const listOldPartitions = (db: Database, keepMonths: number): Promise<OldPartition[]> =>
  withoutTimeouts(db, (tx) => readOldPartitions(tx, keepMonths));

async function readOldPartitions(tx: Transaction, keepMonths: number): Promise<OldPartition[]> {
  const { rows: named } = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'audit_trails'::regclass and relname ~ '^audit_trails_(before_)?\\d{4}_\\d\\d$'
      and to_date(right(relname, 7), 'YYYY_MM') + case when relname like '%before%' then interval '0' else interval '1 month' end
        <= date_trunc('month', now() at time zone 'Africa/Lagos') - ${keepMonths}::int * interval '1 month'
    order by relname not like '%before%', relname`);
  const found: OldPartition[] = [];
  for (const { name } of named) {
    const { rows } = await tx.execute<Record<keyof OldPartition, string>>(sql`
      select part.*, s.hash as "lastHash" from (
        select count(*) as rows, min(t.at) as "firstAt", max(t.at) as "lastAt", min(s.position) as "firstPosition",
          max(s.position) as "lastPosition"
        from ${sql.identifier(name)} t left join audit_seals s on s.audit_id = t.id
      ) part left join audit_seals s on s.position = part."lastPosition"`);
    const [row] = rows;
    if (!row || Number(row.rows) === 0) continue;
    found.push({
      ...{ name, lastHash: row.lastHash, firstAt: new Date(row.firstAt), lastAt: new Date(row.lastAt) },
      ...{ rows: Number(row.rows), firstPosition: Number(row.firstPosition), lastPosition: Number(row.lastPosition) },
    });
  }
  return found;
}

/** Runs queries that read a whole partition, without the timeouts of a connection (db/client.ts). */
const withoutTimeouts = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await endTimeouts(tx);
    return run(tx);
  });

const endTimeouts = (tx: Transaction) =>
  tx.execute(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);

/** Returns why a partition can't be archived yet; null if it can. */
export const archivingObstacleOf = (db: Database, partition: OldPartition): Promise<string | null> =>
  withoutTimeouts(db, (tx) => readObstacle(tx, partition));

async function readObstacle(tx: Transaction, { name, lastPosition, lastHash }: OldPartition): Promise<string | null> {
  const { rows } = await tx.execute(sql`select 1 from ${sql.identifier(name)} t
    where not exists (select 1 from audit_seals s where s.audit_id = t.id) limit 1`);
  if (rows.length) return "it has rows without a seal. They are sealed within a second while the product runs.";
  const { mark } = await readVerifiedMark(tx);
  if (!mark || hasUnclearedFault(mark) || mark.position < lastPosition)
    return "its rows are not verified. Press “Verify” on the audit trail.";
  const heads = await openChainHeadFile();
  const [storedHash] = (await heads?.read(lastPosition, 1).finally(() => heads.close())) ?? [];
  if (!storedHash) return "DATA_DIR has no head of its last row. Run the command where the product runs.";
  if (storedHash !== lastHash)
    return "the head of its last row in DATA_DIR is another one. Press “Verify” on the audit trail.";
  return null;
}

/**
 * Writes a partition to a folder, verifies the file, and then records the archive and drops the partition in one transaction. A run that
 * was killed leaves the partition as it is; the next run uses a complete file, and replaces an incomplete one.
 * @returns the archive's folder
 * @throws CommandError if the rows changed since the file was written, or a lock is not free
 */
export async function archivePartition(db: Database, partition: OldPartition, to: string): Promise<string> {
  const folder = path.join(to, partition.name);
  if (!existsSync(folder)) await writeArchive(db, partition, folder);
  const { manifest } = await verifyArchive(folder);
  if (manifest.partition !== partition.name)
    throw new CommandError(`${folder} is an archive of ${manifest.partition}.`);
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(db, (tx) => dropPartition(tx, manifest, folder));
      return folder;
    } catch (error) {
      const { cause } = error as Error;
      const isLocked = cause instanceof DatabaseError && LOCK_ERRORS.includes(cause.code ?? "");
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

async function writeArchive(db: Database, partition: OldPartition, folder: string): Promise<void> {
  const draft = `${folder}.partial`;
  rmSync(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const { key, salt } = createArchiveKey();
  await db.transaction(
    async (tx) => {
      await endTimeouts(tx);
      const { digest: contentDigest, rows: foundRows } = await readDigest(tx, partition.name);
      if (foundRows !== partition.rows)
        throw new CommandError(`Rows were added to ${partition.name} since it was checked: run the command again.`);
      const zipped = pipeline(Readable.from(readLines(tx, partition)), createGzip(), () => {});
      const part = await writePart(draft, ARCHIVED_ROWS_PART, zipped, key);
      const { name, rows, firstPosition, lastPosition, lastHash } = partition;
      const manifest: ArchiveManifest = {
        ...{ format: 1, id: uuid(), partition: name, at: new Date().toISOString() },
        ...{ firstAt: partition.firstAt.toISOString(), lastAt: partition.lastAt.toISOString() },
        ...{ rows, firstPosition, lastPosition, lastHash, contentDigest, salt, part },
      };
      await writeArchiveManifest(draft, manifest, key);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  await rename(draft, folder);
}

async function* readLines(tx: Transaction, { name, firstPosition, lastPosition }: OldPartition) {
  for (let after = firstPosition - 1; after < lastPosition; ) {
    const { rows } = await tx.execute<{ position: string; line: string }>(sql`
      select s.position, json_build_object('seal', to_jsonb(s), 'erasure', e.erasure_id, 'row', to_jsonb(t))::text as line
      from audit_seals s join ${sql.identifier(name)} t on t.id = s.audit_id left join audit_erasures e on e.audit_id = t.id
      where s.position > ${after} and s.position <= ${lastPosition} order by s.position limit ${ROWS_PER_QUERY}`);
    for (const { line } of rows) yield Buffer.from(`${line}\n`);
    if (rows.length < ROWS_PER_QUERY) return;
    after = Number(rows.at(-1)?.position);
  }
}

/** Returns the number of rows of a partition, and a digest of all their columns, to detect changes between two transactions. */
async function readDigest(tx: Transaction, name: string): Promise<{ rows: number; digest: string }> {
  await tx.execute(sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`);
  const { rows } = await tx.execute<{ rows: string | null; digest: string | null }>(sql`
    select sum(rows) as rows, md5(string_agg(digest, '' order by section)) as digest from (
      select id / ${sql.raw(String(IDS_PER_DIGEST))} as section, count(*) as rows, md5(string_agg(md5(t::text), '' order by id)) as digest
      from ${sql.identifier(name)} t group by 1) sections`);
  return { rows: Number(rows[0]?.rows ?? 0), digest: rows[0]?.digest ?? "" };
}

async function dropPartition(tx: Transaction, manifest: ArchiveManifest, folder: string): Promise<void> {
  const part = sql.identifier(manifest.partition);
  await endTimeouts(tx);
  await tx.execute(sql`set local lock_timeout = '1s'`);
  // Prevents erasures in the partition until the transaction ends.
  await tx.execute(sql`lock table ${part} in share mode`);
  if ((await readDigest(tx, manifest.partition)).digest !== manifest.contentDigest)
    throw new CommandError(
      `Rows of ${manifest.partition} changed after ${folder} was written: delete this folder and run the command again.`,
    );
  const [previous] = await tx.select().from(auditArchives).orderBy(desc(auditArchives.archivedAt)).limit(1);
  const positions = mergeRanges([...(previous?.positions ?? []), ...(await readPositions(tx, manifest.partition))]);
  const { id, partition, rows, firstAt, lastAt } = manifest;
  await tx.insert(auditArchives).values({
    ...{ id, partition, rows, firstAt: new Date(firstAt), lastAt: new Date(lastAt), sha256: manifest.part.sha256 },
    ...{ positions, completeTo: lastPositionWithoutGap(positions), archivedAt: new Date() },
  });
  const after = {
    archive: id,
    partition,
    rows,
    sha256: manifest.part.sha256,
    [ARCHIVED_POSITIONS_FIELD]: formatPositionRanges(positions),
  };
  await appendAudit(tx, systemAuditRow(ARCHIVE_ACTION, { record: null, after }));
  // Subtracts the archived rows from the daily totals, which count the rows of the table.
  await tx.execute(sql`insert into day_totals select t.list, t.facet, t.day, sum(t.rows), 0, 0 from ${part} a,
    trail_totals(lagos_day(a.at), a.action, a.outcome, a.record_type, a.admin_id, -1) t group by 1, 2, 3`);
  await tx.execute(sql`alter table audit_trails detach partition ${part}`);
  await tx.execute(sql`drop table ${part}`);
}

async function readPositions(tx: Transaction, name: string): Promise<SealPositionRange[]> {
  const { rows } = await tx.execute<{ first: string; last: string }>(sql`
    select min(position) as first, max(position) as last from (
      select s.position, s.position - row_number() over (order by s.position) as run
      from ${sql.identifier(name)} t join audit_seals s on s.audit_id = t.id) each
    group by run order by 1`);
  return rows.map(({ first, last }) => [Number(first), Number(last)]);
}
