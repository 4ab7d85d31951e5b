import "server-only";
import { asc } from "drizzle-orm";
import { decrypt } from "@/lib/server/base/secret";
import {
  type AppSecretState,
  appSecretState,
  configuredSecrets,
  type ReplacedKeys,
  setAppSecretState,
} from "@/lib/server/base/secret-keys";
import type { Queryable } from "@/lib/server/db/client";
import { appSecrets } from "@/lib/server/db/schema/app-secret";

/** Database row of an APP_SECRET that this database has used. */
export type SecretRow = typeof appSecrets.$inferSelect;

/** Returns the secrets of this database, oldest first. */
export const readSecretRows = (db: Queryable): Promise<SecretRow[]> =>
  db.select().from(appSecrets).orderBy(asc(appSecrets.position));

/** Reads from the database which secret this process must use for new values. Call it whenever that may have changed. */
export async function loadAppSecretState(db: Queryable): Promise<void> {
  const rows = await readSecretRows(db);
  const active = rows.find(({ state }) => state === "active");
  if (!active) return;
  const known = appSecretState()?.replacedKeys;
  setAppSecretState({
    activeKeyId: active.keyId,
    isRotating: rows.some(({ state }) => state === "retiring"),
    untaggedUntil: active.untaggedUntil?.getTime() ?? 0,
    activeSince: active.activatedAt.getTime(),
    replacedKeys: new Map(rows.flatMap((row) => replacedKeysOfRow(row, known))),
  });
}

/** Returns the keys that a row contains, if its secret is configured. They never change, so they are decrypted once. */
function replacedKeysOfRow(
  { keyId, replacedKeys }: SecretRow,
  known: AppSecretState["replacedKeys"] | undefined,
): [string, readonly ReplacedKeys[]][] {
  if (!configuredSecrets().some((secret) => secret.keyId === keyId)) return [];
  const keys = known?.get(keyId) ?? (replacedKeys ? JSON.parse(decrypt(replacedKeys, "replaced-keys")) : []);
  return [[keyId, keys]];
}
