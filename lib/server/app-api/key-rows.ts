import "server-only";
import { desc, eq, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { APP_CALL_GROUPS, ENDED_KEYS_MAX } from "@/lib/contract/app-keys.values";
import { env } from "@/lib/env";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { isValidKey, knownApps } from "./known-apps";

export type KeyRow = typeof appKeys.$inferSelect;

/** Returns the record under which the audit trail and notices list a key. */
export const keyRecord = ({ id, name }: Pick<KeyRow, "id" | "name">) => ({ type: "app_key" as const, id, name });

/** Returns the keys of the settings, valid stored keys by app and name, and the last ended ones. */
export async function listKeys(db: Queryable) {
  const valid = await selectKeys(db)
    .where(isValidKey())
    .orderBy(appKeys.app, appKeys.name, desc(appKeys.createdAt), appKeys.id);
  const ended = await selectKeys(db)
    .where(not(isValidKey()))
    .orderBy(desc(appKeys.endsAt), appKeys.id)
    .limit(ENDED_KEYS_MAX);
  return { items: [...keysOfSettings(), ...[...valid, ...ended].map(toKey)], apps: await knownApps(db) };
}

/** Returns one key. @throws if it does not exist */
export async function readKey(db: Queryable, keyId: string): Promise<AppKey> {
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
      isValid: sql<boolean>`${isValidKey()}`,
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

/** Returns the keys of APP_API_KEYS, which have no row: numbered by app, in the order of the settings. */
function keysOfSettings(): AppKey[] {
  const counts = new Map<string, number>();
  return env().appKeys.map(({ name: app }) => {
    const number = (counts.get(app) ?? 0) + 1;
    counts.set(app, number);
    return {
      id: `settings-${app}-${number}`,
      name: `${app}, key ${number} of APP_API_KEYS`,
      app,
      source: "settings",
      prefix: null,
      groups: null,
      state: "active",
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
