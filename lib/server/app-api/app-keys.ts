import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { v5 as uuidOf } from "uuid";
import { type AppKey, env } from "@/lib/env";
import { Refusal } from "@/lib/server/api/errors";
import type { Database, Queryable } from "@/lib/server/db/client";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { hasStoredKeyFormat } from "./key-form";
import { isValidAppKeySql } from "./known-apps";

/** The app that sent a call, identified by its API key. Its name is configured with the key. */
export type CitizenApp = {
  name: string;
  /** Key from the database that authenticated the call. Omitted for a key from APP_API_KEYS, which may make every call. */
  key?: {
    prefix: string;
    /** Groups of calls that the key may make; null if it may make all calls. */
    groups: readonly string[] | null;
  };
};

/** App name of the simulated citizens, which no key may use. */
export const RESERVED_APP_NAME = "simulated-citizens";

/** Keys that this process created for its simulated citizens. They exist only in memory. */
const internalKeys: AppKey[] = [];

/** Accepts an API key that is only in this process's memory, for its simulated citizens. */
export function addInMemoryAppKey(name: string, key: string): void {
  internalKeys.push({ name, digest: hashAppKey(key) });
}

/** Minimum interval in seconds between two updates of a key's time of last use. */
const LAST_USED_SECONDS = 60;

/**
 * Returns the app to which an API key belongs. Compares the key with all keys in APP_API_KEYS in constant time, so that response times
 * reveal nothing about them. Reads a key in the database by its hash for each call, because a cache would accept a key after its end. If
 * a key is both in APP_API_KEYS and in the database, the limits and the end in the database apply. @throws 503 if no key is configured;
 * 401 for an unknown key or one that has ended
 */
export async function authenticateApp(
  db: Database,
  token: string | null,
  configured: readonly AppKey[] = env().appKeys,
): Promise<CitizenApp> {
  const keys = [...configured, ...internalKeys];
  const digest = hashAppKey(token ?? "");
  let name: string | null = null;
  for (const key of keys) if (timingSafeEqual(key.digest, digest)) name = key.name;
  const stored = hasStoredKeyFormat(token) ? await authenticateStoredKey(db, digest) : null;
  if (stored) return stored;
  if (name !== null) return { name };
  if (hasStoredKeyFormat(token)) throw new Refusal(401, "UNAUTHORIZED", WRONG_KEY_MESSAGE);
  if (keys.length || (await hasValidKey(db))) throw new Refusal(401, "UNAUTHORIZED", WRONG_KEY_MESSAGE);
  throw new Refusal(503, "APP_KEYS_UNSET", KEYS_UNSET_MESSAGE);
}

/** Returns the app of a key in the database; null if there is no such key. @throws 401 for a key that has ended */
async function authenticateStoredKey(db: Database, digest: Buffer): Promise<CitizenApp | null> {
  const { id, app, prefix, groups, lastUsedAt } = appKeys;
  const [found] = await db
    .select({
      ...{ id, app, prefix, groups },
      isValid: sql<boolean>`${isValidAppKeySql()}`,
      isDue: sql<boolean>`coalesce(${lastUsedAt} < now() - make_interval(secs => ${LAST_USED_SECONDS}), true)`,
    })
    .from(appKeys)
    .where(eq(appKeys.digest, digest));
  if (!found) return null;
  if (!found.isValid) throw new Refusal(401, "UNAUTHORIZED", ENDED_KEY_MESSAGE);
  if (found.isDue) await storeLastUse(db, found.id);
  return { name: found.app, key: { prefix: found.prefix, groups: found.groups } };
}

/** Stores the current time as the key's last use. Skips a key whose row another call or an admin's change has locked. */
async function storeLastUse(db: Database, keyId: string): Promise<void> {
  const free = db
    .select({ id: appKeys.id })
    .from(appKeys)
    .where(eq(appKeys.id, keyId))
    .for("update", { skipLocked: true });
  await db
    .update(appKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(appKeys.id, keyId), inArray(appKeys.id, free)));
}

async function hasValidKey(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: appKeys.id }).from(appKeys).where(isValidAppKeySql()).limit(1);
  return found.length > 0;
}

const KEYS_UNSET_MESSAGE =
  "The citizen app's API is disabled: there is no key. Make one in the dashboard: App Configurations, Notifications, App keys.";
const WRONG_KEY_MESSAGE = "This is not a key of the citizen app. Send one as Authorization: Bearer <key>.";
const ENDED_KEY_MESSAGE =
  "This key of the citizen app has ended. Use the app's current key, or make one in App Configurations, Notifications, App keys.";

/** Returns the SHA-256 hash under which an API key is stored and compared. */
export const hashAppKey = (key: string) => createHash("sha256").update(key).digest();

/** Returns the device that audit rows of an app's calls show: the app's name and, for a key from the database, its prefix. */
export const auditDeviceName = ({ name, key }: CitizenApp) => `Citizen app ${name}${key ? ` (key ${key.prefix})` : ""}`;

const APP_ID_NAMESPACE = "6b1f0f0c-0c55-4e0c-9f0e-0f9a6a5d9c11";
/** Returns the caller id under which Idempotency-Keys of an app are stored. All API keys of the app share it. */
export const idempotencyCallerId = ({ name }: CitizenApp) => uuidOf(name, APP_ID_NAMESPACE);
