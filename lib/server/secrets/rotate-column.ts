import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { decrypt, encrypt, rotatedIdentityNumberHash } from "@/lib/server/base/secret";
import type { AppSecret } from "@/lib/server/base/secret-keys";
import type { Database, Transaction } from "@/lib/server/db/client";
import { type EncryptedColumn, HASH_COLUMNS, type HashColumn } from "./columns";
import { isEncryptedWithOtherSecret, isHashedWithOtherSecret } from "./count-values";
import { lockSecretRotation, runRotationStep } from "./rotation-step";

const STEP_ROWS = 200;
/** Maximum pause between two steps, in ms. A pause is as long as the previous step, so that calls get half of the database's time. */
const MAX_PAUSE_MS = 50;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type ColumnRotation = {
  secret: AppSecret;
  /** Called after each batch with the number of values converted so far. */
  onStep: (done: number) => void;
};

/** Encrypts the values of a column again, in the order of their ids. Skips rows that another transaction locks. */
export async function reencryptColumn(
  db: Database,
  column: EncryptedColumn,
  { secret, onStep, onUnreadable }: ColumnRotation & { onUnreadable: (id: string) => void },
): Promise<void> {
  const [table, id, value] = [column.table, column.id, column.column].map((name) => sql.identifier(name));
  await inSteps(FIRST_ID, onStep, (after) =>
    runRotationStep(db, async (tx) => {
      const { rows } = await tx.execute<{ id: string; value: Buffer }>(
        sql`select ${id} as id, ${value} as value from ${table}
          where ${id} > ${after} and ${isEncryptedWithOtherSecret(column, secret)} order by ${id} limit ${STEP_ROWS}
          for no key update skip locked`,
      );
      const encrypted = rows.flatMap((row) => {
        try {
          return [{ id: row.id, value: encrypt(decrypt(row.value, column.purpose), column.purpose, secret) }];
        } catch {
          onUnreadable(row.id);
          return [];
        }
      });
      if (encrypted.length)
        await tx.execute(
          sql`update ${table} as t set ${value} = v.value
            from unnest(${sql.param(encrypted.map((row) => row.id))}::uuid[],
              ${sql.param(encrypted.map((row) => row.value))}::bytea[]) as v(id, value) where t.${id} = v.id`,
        );
      return { done: encrypted.length, last: rows.at(-1)?.id };
    }),
  );
}

/**
 * Converts the hashes of a column to the new secret, together with all equal hashes in other columns: rows with equal values have
 * equal hashes before and after each step.
 */
export async function rehashColumn(
  db: Database,
  column: HashColumn,
  { secret, onStep }: ColumnRotation,
): Promise<void> {
  const [table, value] = [column.table, column.column].map((name) => sql.identifier(name));
  await inSteps("", onStep, (after) =>
    runRotationStep(db, async (tx, failures) => {
      await lockSecretRotation(tx);
      const limit = Math.max(1, STEP_ROWS >> failures);
      const { rows } = await tx.execute<{ hash: string }>(
        sql`select distinct ${value} as hash from ${table}
          where ${value} > ${after} and ${isHashedWithOtherSecret(column, secret)} order by 1 limit ${limit}`,
      );
      const hashes = rows.map(({ hash }) => ({ hash, rotated: rotatedIdentityNumberHash(hash, secret) }));
      if (hashes.length) for (const each of HASH_COLUMNS) await replaceHashes(tx, each, hashes);
      return { done: hashes.length, last: hashes.at(-1)?.hash };
    }),
  );
}

async function replaceHashes(
  tx: Transaction,
  { table, column, where }: HashColumn,
  hashes: readonly { hash: string; rotated: string }[],
): Promise<void> {
  await tx.execute(
    sql`update ${sql.identifier(table)} as t set ${sql.identifier(column)} = v.rotated
      from unnest(${sql.param(hashes.map(({ hash }) => hash))}::text[],
        ${sql.param(hashes.map(({ rotated }) => rotated))}::text[]) as v(hash, rotated)
      where t.${sql.identifier(column)} = v.hash and ${sql.raw(where)}`,
  );
}

/** Runs batches of a rotation. Each continues after the last value of the previous batch, until a batch finds nothing. */
async function inSteps(
  first: string,
  onStep: (done: number) => void,
  step: (after: string) => Promise<{ done: number; last: string | undefined }>,
): Promise<void> {
  let done = 0;
  for (let after: string | undefined = first; after !== undefined; ) {
    const began = Date.now();
    const result = await step(after);
    if (result.last === undefined) return;
    after = result.last;
    done += result.done;
    onStep(done);
    await delay(Math.min(MAX_PAUSE_MS, Date.now() - began));
  }
}
