import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { encrypt } from "@/lib/server/base/secret";
import { type AppSecret, configuredSecrets, currentSecret, replacedKeysOf } from "@/lib/server/base/secret-keys";
import type { Database } from "@/lib/server/db/client";
import { appSecrets } from "@/lib/server/db/schema/app-secret";
import { ENCRYPTED_COLUMNS, HASH_COLUMNS } from "./columns";
import { type ColumnValueCount, countValuesBySecret, describeValuesUnderOtherSecrets } from "./count-values";
import { loadAppSecretState, readSecretRows, type SecretRow } from "./key-state";
import { reencryptColumn, rehashColumn } from "./rotate-column";
import { lockSecretRotation, runRotationStep, withoutStatementTimeout } from "./rotation-step";

type RotationOptions = {
  /** Called after each step with the number of values converted so far in this column. */
  onProgress?: (progress: { label: string; done: number }) => void;
};

/** Error of a rotation that its command prints without a stack. */
export class RotationError extends Error {}

/** Counts the values that a rotation to APP_SECRET would change. Changes nothing. */
export async function previewRotation(db: Database): Promise<ColumnValueCount[]> {
  await refuseOlderDatabase(db);
  await loadAppSecretState(db);
  return withoutStatementTimeout(db, (tx) => countValuesBySecret(tx, currentSecret()));
}

/**
 * Converts every encrypted and hashed value to APP_SECRET, in small transactions while the product runs. After an interruption, run
 * it again to continue. Adds an audit row when the previous secret is no longer needed.
 * @returns the values by column; none is under another secret
 * @throws RotationError if a value can't be decrypted or stays locked, or the secrets do not fit the database
 */
export async function rotateSecret(db: Database, { onProgress }: RotationOptions = {}): Promise<ColumnValueCount[]> {
  await refuseOlderDatabase(db);
  await loadAppSecretState(db);
  const secret = currentSecret();
  await activate(db, secret);
  await reopenForStragglers(db, secret);
  let counts = await countAll(db, secret);
  for (let passes = 1; sumOld(counts) > 0; passes++) {
    if (passes > 1) await delay(RETRY_PAUSE_MS);
    const unreadable = await runPass(db, secret, onProgress);
    counts = await countAll(db, secret);
    if (sumOld(counts) && (passes === MAX_PASSES || unreadable.length === sumOld(counts)))
      throw new RotationError(unfinishedMessage(counts, unreadable));
  }
  await finish(db, secret, counts);
  return counts;
}

/** Maximum number of passes. After the first pass, only rows that other transactions lock remain; these transactions end within 15 s. */
const MAX_PASSES = 20;
const RETRY_PAUSE_MS = 1_000;

function unfinishedMessage(counts: readonly ColumnValueCount[], unreadable: readonly string[]): string {
  const left = `Some values are still under a previous secret: ${describeValuesUnderOtherSecrets(counts)}.`;
  return unreadable.length
    ? `${left} Neither APP_SECRET nor APP_SECRET_PREVIOUS decrypts ${unreadable.slice(0, 20).join(", ")}.`
    : `${left} Other transactions lock them: run the command again.`;
}

const countAll = (db: Database, secret: AppSecret) =>
  withoutStatementTimeout(db, (tx) => countValuesBySecret(tx, secret));
const sumOld = (counts: readonly ColumnValueCount[]) =>
  counts.reduce((sum, { underOtherSecret }) => sum + underOtherSecret, 0);

/** Visits every column once. Skips rows that other transactions lock; the next pass visits them again. */
async function runPass(db: Database, secret: AppSecret, onProgress: RotationOptions["onProgress"]): Promise<string[]> {
  const unreadable: string[] = [];
  for (const column of ENCRYPTED_COLUMNS)
    await reencryptColumn(db, column, {
      secret,
      onStep: (done) => onProgress?.({ label: column.label, done }),
      onUnreadable: (id) => unreadable.push(`${column.table} ${id}`),
    });
  for (const column of HASH_COLUMNS)
    await rehashColumn(db, column, { secret, onStep: (done) => onProgress?.({ label: column.label, done }) });
  return unreadable;
}

/** Makes APP_SECRET the secret for new values, unless it is already. Waits for open transactions that write with the previous secret. */
async function activate(db: Database, secret: AppSecret): Promise<void> {
  await runRotationStep(db, async (tx) => {
    await lockSecretRotation(tx);
    const rows = await readSecretRows(tx);
    const active = rows.find(({ state }) => state === "active");
    refuseUnlessReplaceable(rows, secret);
    if (!active || active.keyId === secret.keyId) return;
    await tx.update(appSecrets).set({ state: "retiring" }).where(eq(appSecrets.keyId, active.keyId));
    await tx.insert(appSecrets).values({
      keyId: secret.keyId,
      position: active.position + 1,
      checkValue: secret.checkValue,
      state: "active",
      replacedKeys: encrypt(JSON.stringify(replacedKeysOf(secret)), "replaced-keys", secret),
    });
  });
  await loadAppSecretState(db);
}

const NOT_STARTED = "This database has recorded no secret yet. Start the product once, then rotate its secret.";

async function refuseOlderDatabase(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`select 1 where to_regclass('app_secrets') is not null`);
  if (!rows.length) throw new RotationError(NOT_STARTED);
}

function refuseUnlessReplaceable(rows: readonly SecretRow[], secret: AppSecret): void {
  if (!rows.length) throw new RotationError(NOT_STARTED);
  const known = rows.find(({ keyId }) => keyId === secret.keyId);
  if (known && known.state !== "active")
    throw new RotationError("This APP_SECRET was already used and replaced. Set APP_SECRET to a new one.");
  const configured = configuredSecrets().map(({ checkValue }) => checkValue);
  const missing = rows.filter(({ state, checkValue }) => state !== "retired" && !configured.includes(checkValue));
  if (missing.length)
    throw new RotationError(
      `APP_SECRET_PREVIOUS lacks a secret that values of this database are under (key ${missing.map(({ keyId }) => keyId).join(", ")}).`,
    );
}

/** Reopens a finished rotation if an instance that was not restarted has written with the previous secret since. */
async function reopenForStragglers(db: Database, secret: AppSecret): Promise<void> {
  const previous = configuredSecrets().filter(({ keyId }) => keyId !== secret.keyId);
  if (!previous.length || !sumOld(await countAll(db, secret))) return;
  await db
    .update(appSecrets)
    .set({ state: "retiring", retiredAt: null })
    .where(
      inArray(
        appSecrets.keyId,
        previous.map(({ keyId }) => keyId),
      ),
    );
  await loadAppSecretState(db);
}

/** Marks the previous secrets as no longer needed, and adds the audit row. Does nothing if they are marked already. */
const finish = (db: Database, secret: AppSecret, counts: readonly ColumnValueCount[]) =>
  inTransaction(db, async (tx) => {
    const retired = await tx
      .update(appSecrets)
      .set({ state: "retired", retiredAt: sql`now()` })
      .where(eq(appSecrets.state, "retiring"))
      .returning({ keyId: appSecrets.keyId });
    if (!retired.length) return;
    const values = Object.fromEntries(counts.map(({ label, total }) => [label, total]));
    const before = { keys: retired.map(({ keyId }) => keyId).join(", ") };
    await appendAudit(
      tx,
      systemAuditRow("secret.rotate", { record: null, before, after: { key: secret.keyId, ...values } }),
    );
  });
