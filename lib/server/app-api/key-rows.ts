import "server-only";
import { desc, eq, inArray, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { APP_CALL_GROUPS, ENDED_APP_KEYS_MAX } from "@/lib/contract/app-keys.values";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { isValidAppKeySql, listAppsWithKey } from "./known-apps";

/** Database row of an app's API key. */
export type AppKeyRow = typeof appKeys.$inferSelect;

/** Returns the reference (type, id and name) to an app key for audit rows and notices. */
export const appKeyRecordRef = ({ id, name }: Pick<AppKeyRow, "id" | "name">) => ({
  type: "app_key" as const,
  id,
  name,
});

/** Returns app keys: those in APP_API_KEYS, then valid keys in the database by app and name, then the keys that ended last. */
export async function listAppKeys(db: Queryable) {
  const valid = await selectKeys(db)
    .where(isValidAppKeySql())
    .orderBy(appKeys.app, appKeys.name, desc(appKeys.createdAt), appKeys.id);
  const ended = await selectKeys(db)
    .where(not(isValidAppKeySql()))
    .orderBy(desc(appKeys.endsAt), appKeys.id)
    .limit(ENDED_APP_KEYS_MAX);
  return {
    items: [...(await keysInEnv(db)), ...[...valid, ...ended].map(toKey)],
    apps: await listAppsWithKey(db),
  };
}

/** Returns the keys made in the dashboard, and so stored in the database, that are in APP_API_KEYS too. */
const findDashboardKeysInEnv = (db: Queryable) =>
  db
    .select({ digest: appKeys.digest, prefix: appKeys.prefix, isValid: sql<boolean>`${isValidAppKeySql()}` })
    .from(appKeys)
    .where(
      inArray(
        appKeys.digest,
        env().appKeys.map(({ digest }) => digest),
      ),
    );

/** Logs a warning with the prefixes of keys in APP_API_KEYS that were made in the dashboard. Called once when the server starts. */
export async function warnOfDashboardKeysInEnv(db: Queryable): Promise<void> {
  const keys = (await findDashboardKeysInEnv(db)).map(
    ({ prefix, isValid }) => `${prefix}… ${isValid ? "valid" : "ended"}`,
  );
  if (keys.length)
    log.warn(
      { keys },
      "APP_API_KEYS has keys that were made in the dashboard: they keep their limits and their end there. Remove them from APP_API_KEYS",
    );
}

/** Returns one stored app key. @throws Error if it does not exist */
export async function readAppKey(db: Queryable, keyId: string): Promise<AppKey> {
  const [row] = await selectKeys(db).where(eq(appKeys.id, keyId));
  if (!row) throw new Error(`App key ${keyId} vanished.`);
  return toKey(row);
}

const creator = alias(admins, "creator");
const ender = alias(admins, "ender");
const successor = alias(appKeys, "successor");
const nameOf = ({ firstName, lastName }: typeof creator | typeof ender) =>
  sql<string>`${firstName} || ' ' || ${lastName}`;

const selectKeys = (db: Queryable) =>
  db
    .select({
      key: appKeys,
      isValid: sql<boolean>`${isValidAppKeySql()}`,
      createdBy: { id: creator.id, name: nameOf(creator) },
      endedBy: { id: ender.id, name: nameOf(ender) },
      successor: { id: successor.id, prefix: successor.prefix },
    })
    .from(appKeys)
    .innerJoin(creator, eq(creator.id, appKeys.createdBy))
    .leftJoin(ender, eq(ender.id, appKeys.endedBy))
    .leftJoin(successor, eq(successor.id, appKeys.replacedBy));

type SelectedKey = Awaited<ReturnType<ReturnType<typeof selectKeys>["execute"]>>[number];

const toKey = ({ key, isValid, createdBy, endedBy, successor: next }: SelectedKey): AppKey => ({
  id: key.id,
  name: key.name,
  app: key.app,
  source: "dashboard",
  prefix: key.prefix,
  groups: key.groups && APP_CALL_GROUPS.filter((group) => key.groups?.includes(group)),
  state: isValid ? (next ? "replaced" : "active") : "ended",
  created_at: key.createdAt.toISOString(),
  created_by: createdBy,
  ends_at: key.endsAt?.toISOString() ?? null,
  ended_by: endedBy,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  replaced_by: next,
  version: key.version,
});

/**
 * Returns the keys in APP_API_KEYS, in their configured order, numbered within each app. If a key is also in the database, the entry links to that
 * key and shows its state, because the key in the database decides whether calls are accepted.
 */
async function keysInEnv(db: Queryable): Promise<AppKey[]> {
  const counts = new Map<string, number>();
  const copies = new Map((await findDashboardKeysInEnv(db)).map((copy) => [copy.digest.toString("hex"), copy]));
  return env().appKeys.map(({ name: app, digest }) => {
    const number = (counts.get(app) ?? 0) + 1;
    counts.set(app, number);
    const copy = copies.get(digest.toString("hex"));
    return {
      id: `settings-${app}-${number}`,
      name: `${app}, key ${number} of APP_API_KEYS${copy ? `: a copy of ${copy.prefix}…` : ""}`,
      app,
      source: "settings",
      prefix: null,
      groups: null,
      state: copy && !copy.isValid ? "ended" : "active",
      created_at: null,
      created_by: null,
      ends_at: null,
      ended_by: null,
      last_used_at: null,
      replaced_by: null,
      version: 1,
    };
  });
}
