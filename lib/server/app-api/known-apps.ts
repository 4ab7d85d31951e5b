import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Queryable } from "@/lib/server/db/client";
import { appKeys } from "@/lib/server/db/schema/app-keys";

/** Returns SQL that is true for a stored key that is valid now. */
export const isValidAppKeySql = (): SQL => sql`(${appKeys.endsAt} is null or ${appKeys.endsAt} > now())`;

const configuredApps = () => [...new Set(env().appKeys.map(({ name }) => name))];

/** Returns the names of the apps that have a key: those of APP_API_KEYS, then those of valid stored keys. */
export async function listAppsWithKey(db: Queryable): Promise<string[]> {
  const stored = await db
    .selectDistinct({ app: appKeys.app })
    .from(appKeys)
    .where(isValidAppKeySql())
    .orderBy(appKeys.app);
  return [...new Set([...configuredApps(), ...stored.map(({ app }) => app)])];
}

/** Returns SQL that is true if the app of this name has a key. @param name SQL of the name */
export const hasAppKeySql = (name: SQL): SQL => sql`
  (${name} = any(${sql.param(configuredApps())}::text[])
    or exists (select 1 from app_keys k where k.app = ${name} and (k.ends_at is null or k.ends_at > now())))`;
