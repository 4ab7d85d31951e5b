import "server-only";
import { sql } from "drizzle-orm";
import { type EncryptionPurpose, encrypt, identityNumberHashes } from "@/lib/server/base/secret";
import {
  type AppSecret,
  activeSecret,
  appSecretState,
  currentSecret,
  hasPreviousSecrets,
} from "@/lib/server/base/secret-keys";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { HASH_COLUMNS } from "./columns";
import { loadAppSecretState } from "./key-state";

/**
 * Returns the secret to write with. While APP_SECRET_PREVIOUS is set, locks it until the end of the transaction, so
 * that a rotation neither begins nor moves hashes in between. Otherwise needs no query.
 */
export async function lockActiveSecret(tx: Queryable): Promise<AppSecret> {
  if (hasPreviousSecrets()) {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.secretRotation})`);
    await loadAppSecretState(tx);
  }
  return activeSecret();
}

/** Encrypts a value that this transaction stores. */
export const encryptForStorage = async (tx: Transaction, plaintext: string, purpose?: EncryptionPurpose) =>
  encrypt(plaintext, purpose, await lockActiveSecret(tx));

/**
 * Hashes values that this transaction stores or compares with stored ones. Equal values have equal hashes in all rows at every
 * moment, also during a rotation: as long as a value is stored under an older key, that key is used.
 * @param tx a transaction; its isolation level must be read committed
 */
export async function hashesForStorage(tx: Queryable, values: readonly string[]): Promise<string[]> {
  const secret = await lockActiveSecret(tx);
  const all = values.map((value) => identityNumberHashes(value, secret));
  const older = all.flatMap((hashes) => hashes.slice(0, -1));
  const stored = appSecretState()?.isRotating && older.length ? await findStoredHashes(tx, older) : new Set<string>();
  return all.map((hashes) => hashes.find((hash) => stored.has(hash)) ?? hashes.at(-1) ?? "");
}

/** Hashes one value, see `hashesForStorage`. */
export async function hashForStorage(tx: Queryable, value: string): Promise<string> {
  const [hash = ""] = await hashesForStorage(tx, [value]);
  return hash;
}

/** Returns the hashes that find a value with one query outside a transaction: one per key during a rotation. */
export function hashesToFind(value: string): string[] {
  return hasPreviousSecrets() ? identityNumberHashes(value, currentSecret()) : identityNumberHashes(value).slice(-1);
}

async function findStoredHashes(tx: Queryable, hashes: readonly string[]): Promise<Set<string>> {
  const found = HASH_COLUMNS.map(
    ({ table, column, where }) =>
      sql`select ${sql.identifier(column)} as hash from ${sql.identifier(table)}
        where ${sql.identifier(column)} in ${[...hashes]} and ${sql.raw(where)}`,
  );
  const { rows } = await tx.execute<{ hash: string }>(sql.join(found, sql` union `));
  return new Set(rows.map(({ hash }) => hash));
}
