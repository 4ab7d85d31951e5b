import "server-only";
import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { log } from "@/lib/server/base/log";
import { createEventLoopYielder } from "@/lib/server/base/yield-to-event-loop";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Database, Transaction } from "@/lib/server/db/client";
import { auditSealHead, auditSeals, auditWaiting } from "@/lib/server/db/schema/audit-seals";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { SIGN_IN_API } from "./audit";
import { ERASABLE_FORMAT, missingRowHash, type SealedColumns, sealFormatOf, sealHash } from "./digest";
import { type ChainHead, copyEarlierChainHeads, storeChainHeads } from "./heads";

/** Number of audit rows per batch. A row has at most 60 KB, mostly less than 1 KB. */
const BATCH_SIZE = 500;

/**
 * Seals all committed audit rows that wait: adds them to the hash chain, in batches, and stores the new heads outside the
 * database. Does nothing while another process seals. Ends after a batch if the process is stopping.
 * @returns the number of sealed rows
 */
export async function sealWaitingRows(db: Database): Promise<number> {
  for (let count = 0; ; ) {
    const { heads, isFull } = await db.transaction(async (tx) => ((await takeLock(tx)) ? sealBatch(tx) : NO_BATCH));
    if (heads.length > 0) await copyEarlierChainHeads(db);
    storeChainHeads(heads);
    count += heads.length;
    if (!isFull || isProcessStopping()) return count;
  }
}

/** Adds waiting audit rows to the hash chain, also those that other processes wrote. A timed task (process/timed-tasks.ts). */
export async function sealIfWaiting(db: Database): Promise<number> {
  const { rows } = await db.execute<{ waits: boolean }>(sql`select exists (select 1 from ${auditWaiting}) as waits`);
  return rows[0]?.waits ? sealWaitingRows(db) : 0;
}

/** Adds all audit rows that this transaction sees to the hash chain, so that a bulk insert commits its rows sealed. Other processes wait. */
export async function sealInTransaction(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.auditSeals})`);
  while ((await sealBatch(tx)).isFull);
}

/** Locks the head of the hash chain until the transaction ends, so that one process at a time adds rows. @returns false if it is locked */
async function takeLock(tx: Transaction): Promise<boolean> {
  const found = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.auditSeals}) as locked`,
  );
  return found.rows[0]?.locked === true;
}

/** SQL: the value of a personal column; null if the row has a digest of its personal columns, because the chain then hashes the digest. */
const ifUncommitted = <T>(column: SQL | (typeof auditTrails)["before"]) =>
  sql<T>`case when ${auditTrails.personalDigest} is null then ${column} end`;
const { salt, hash, previousHash, ...allColumns } = getTableColumns(auditTrails);
const SEALED_COLUMNS = {
  ...allColumns,
  before: ifUncommitted<SealedColumns["before"]>(auditTrails.before),
  after: ifUncommitted<SealedColumns["after"]>(sql`${auditTrails.after}`),
  recordName: ifUncommitted<string | null>(sql`${auditTrails.recordName}`),
  refusal: ifUncommitted<string | null>(sql`${auditTrails.refusal}`),
};

/** A batch of rows newly added to the hash chain. `isFull`: more rows may wait. */
type Batch = { heads: ChainHead[]; isFull: boolean };
const NO_BATCH: Batch = { heads: [], isFull: false };
type Seal = ChainHead & { auditId: number; previousHash: string; format: number };

/** Adds the next audit rows to the hash chain, in the order of their numbers. The caller's lock makes them see the newest head. */
async function sealBatch(tx: Transaction): Promise<Batch> {
  const taken = await tx.execute<{ id: string }>(sql`
    delete from ${auditWaiting} where audit_id in
      (select audit_id from ${auditWaiting} order by audit_id limit ${BATCH_SIZE}) returning audit_id as id`);
  const isFull = taken.rows.length === BATCH_SIZE;
  const ids = await withoutSealed(
    tx,
    taken.rows.map(({ id }) => Number(id)).sort((a, b) => a - b),
  );
  if (ids.length === 0) return { heads: [], isFull };
  const [head] = await tx.select().from(auditSealHead);
  if (!head) throw new Error("The audit chain has no head.");
  const rows = await tx.select(SEALED_COLUMNS).from(auditTrails).where(inArray(auditTrails.id, ids));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const yieldIfDue = createEventLoopYielder();
  const seals: Seal[] = [];
  for (const id of ids) {
    seals.push(createSeal(id, rowById.get(id), seals.at(-1) ?? head));
    await yieldIfDue();
  }
  await storeSeals(tx, seals);
  return { heads: seals, isFull };
}

/** Returns the ids of rows that are not in the hash chain. Only a manual change in the database makes a row of the chain wait again. */
async function withoutSealed(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await tx.select({ id: auditSeals.auditId }).from(auditSeals).where(inArray(auditSeals.auditId, ids));
  if (found.length === 0) return [...ids];
  const sealed = new Set(found.map(({ id }) => id));
  log.error({ auditIds: [...sealed] }, "audit rows that have a seal waited for one: their numbers were dropped");
  return ids.filter((id) => !sealed.has(id));
}

function createSeal(auditId: number, row: SealedColumns | undefined, previous: ChainHead): Seal {
  const link = { position: previous.position + 1, previousHash: previous.hash };
  if (row) {
    const format = sealFormatOf(row);
    return { ...link, auditId, format, hash: sealHash(format, link, row) };
  }
  // Seals the missing row too, so that verification reports it. Dropping its number would hide the deletion.
  log.error({ auditId }, "an audit row was deleted before it was sealed");
  return { ...link, auditId, format: ERASABLE_FORMAT, hash: missingRowHash(link, auditId) };
}

/** Stores seals (position and hash of a row in the chain) and the new head, and counts the rows in their admins' activity, in one statement. */
async function storeSeals(tx: Transaction, seals: readonly Seal[]): Promise<void> {
  const head = seals.at(-1) as Seal;
  const list = (field: keyof Seal) => sql.param(seals.map((seal) => seal[field]));
  await tx.execute(sql`
    with sealed as (insert into ${auditSeals} (position, audit_id, previous_hash, hash, format)
      select * from unnest(${list("position")}::bigint[], ${list("auditId")}::bigint[], ${list("previousHash")}::text[],
        ${list("hash")}::text[], ${list("format")}::smallint[]))
    , activity as (${activitySql(list("auditId"))})
    update ${auditSealHead} set position = ${head.position}, hash = ${head.hash}`);
}

/**
 * Returns SQL that adds audit rows to the activity counters of their admins. Citizens have no counters, because they are too many.
 * Rows of an earlier release, which have no digest, were counted when they were written.
 */
const activitySql = (ids: SQL | ReturnType<typeof sql.param>) => sql`
  insert into user_activities as u (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
  select admin_id, coalesce((array_agg(admin_name order by id desc))[1], ''), count(*) filter (where outcome = 'done'),
    count(*) filter (where outcome = 'done' and action = ${SIGN_IN_API}), count(*) filter (where outcome <> 'done'),
    min(at), max(at), (array_agg(action order by id desc))[1]
  from ${auditTrails} where id = any(${ids}::bigint[]) and personal_digest is not null
    and admin_id in (select id from admins) group by admin_id order by admin_id
  on conflict (user_id) do update set name = excluded.name, actions = u.actions + excluded.actions,
    sign_ins = u.sign_ins + excluded.sign_ins, refused = u.refused + excluded.refused,
    last_at = greatest(u.last_at, excluded.last_at), last_action = excluded.last_action`;
