import "server-only";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { decrypt } from "@/lib/server/base/secret";
import {
  type AppSecret,
  appSecretFile,
  configuredSecrets,
  currentSecret,
  findCurrentSecret,
} from "@/lib/server/base/secret-keys";
import type { Database } from "@/lib/server/db/client";
import { appSecrets } from "@/lib/server/db/schema/app-secret";
import { ENCRYPTED_COLUMNS } from "./columns";
import { countValuesBySecret, describeValuesUnderOtherSecrets } from "./count-values";
import { loadAppSecretState, readSecretRows, type SecretRow } from "./key-state";
import { withoutStatementTimeout } from "./rotation-step";

const PROCEDURE = 'docs/operations-secrets.md, "Rotate APP_SECRET"';

/**
 * Time in ms after the upgrade from a release without key ids. Until then, values are encrypted without a key id, so that instances that
 * still run the earlier release can decrypt them.
 */
const UNTAGGED_MS = 3_600_000;

/**
 * Checks at the start that this database was used with the configured secret, and records the secret of a new database. If
 * instances with different secrets start with a new database at the same time, only one passes.
 * @throws Error with one sentence about the setting to change
 */
export async function checkAppSecret(db: Database): Promise<void> {
  if (!(await readSecretRows(db)).length) await recordFirstSecret(db);
  const rows = await readSecretRows(db);
  const active = rows.find(({ state }) => state === "active");
  if (!active) throw new Error("The table app_secrets of this database has no active row. Restore it from a backup.");
  if (!findCurrentSecret()) throw new Error(missingFileMessage());
  if (!configuredSecrets().some((secret) => isSecretOf(active, secret))) throw new Error(wrongSecretMessage(rows));
  await loadAppSecretState(db);
  const current = currentSecret();
  if (isSecretOf(active, current)) await refuseUnreadableValues(db, rows, current);
  else refuseRetiredSecret(rows, current);
}

const missingFileMessage = () =>
  `This database was set up with a secret, but APP_SECRET is not set and ${appSecretFile()} is missing. Restore that file from a backup, or set APP_SECRET to the secret that was in it.`;

const isSecretOf = (row: SecretRow, secret: AppSecret) => row.checkValue === secret.checkValue;

function wrongSecretMessage(rows: readonly SecretRow[]): string {
  const replaced = rows.find((row) => row.state !== "active" && isSecretOf(row, currentSecret()));
  if (replaced) return replacedMessage(rows);
  const source = env().appSecret ? "APP_SECRET" : `The secret in ${appSecretFile()}`;
  return `${source} is not the secret that this database was set up with. Set APP_SECRET to that one. To replace it, also set APP_SECRET_PREVIOUS: see ${PROCEDURE}.`;
}

const replacedMessage = (rows: readonly SecretRow[]) => {
  const since = rows.find(({ state }) => state === "active")?.activatedAt.toISOString();
  return `This APP_SECRET was replaced by another one at ${since}. Set APP_SECRET to the newer one: see ${PROCEDURE}.`;
};

/** Refuses an APP_SECRET that was already replaced. Before a rotation, the active secret is in APP_SECRET_PREVIOUS. @throws Error */
function refuseRetiredSecret(rows: readonly SecretRow[], current: AppSecret): void {
  if (rows.some((row) => isSecretOf(row, current))) throw new Error(replacedMessage(rows));
  log.info("APP_SECRET is new, and values are still written with APP_SECRET_PREVIOUS: run `npm run rotate-secret`");
}

/** Refuses to start if values may exist under a secret that is no longer configured. @throws Error */
async function refuseUnreadableValues(db: Database, rows: readonly SecretRow[], current: AppSecret): Promise<void> {
  const missing = rows.filter(
    (row) => row.state === "retiring" && !configuredSecrets().some((one) => isSecretOf(row, one)),
  );
  if (!missing.length) return;
  const left = describeValuesUnderOtherSecrets(
    await withoutStatementTimeout(db, (tx) => countValuesBySecret(tx, current)),
  );
  if (left)
    throw new Error(
      `APP_SECRET was replaced, but these values are still under the previous one: ${left}. Set APP_SECRET_PREVIOUS to it and run \`npm run rotate-secret\`: see ${PROCEDURE}.`,
    );
}

/**
 * Records the app's secret in a database that has no record of one yet.
 * @throws Error if the database already has values encrypted with a different secret
 */
async function recordFirstSecret(db: Database): Promise<void> {
  const isUsed = await refuseForeignValues(db);
  const secret = (isUsed ? configuredSecrets().at(-1) : undefined) ?? currentSecret();
  await db
    .insert(appSecrets)
    .values({
      keyId: secret.keyId,
      position: 1,
      checkValue: secret.checkValue,
      state: "active",
      untaggedUntil: isUsed ? new Date(Date.now() + UNTAGGED_MS) : null,
    })
    .onConflictDoNothing();
}

/**
 * Decrypts one value of each encrypted column to check the secret.
 * @returns true if the database has such a value
 * @throws Error if the secret does not decrypt it
 */
async function refuseForeignValues(db: Database): Promise<boolean> {
  let isUsed = false;
  for (const { table, column, purpose } of ENCRYPTED_COLUMNS) {
    const { rows } = await db.execute<{ value: Buffer }>(
      sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)}
        where ${sql.identifier(column)} is not null limit 1`,
    );
    const [row] = rows;
    if (!row) continue;
    isUsed = true;
    if (!findCurrentSecret()) throw new Error(missingFileMessage());
    try {
      decrypt(row.value, purpose);
    } catch {
      throw new Error(
        `APP_SECRET is not the secret that encrypted the values of this database (${table}.${column}). Set APP_SECRET to that one.`,
      );
    }
  }
  return isUsed;
}
