import "server-only";
import { asc, not, sql } from "drizzle-orm";
import { hasAppKeySql, listAppsWithKey } from "@/lib/server/app-api/known-apps";
import { log } from "@/lib/server/base/log";
import type { Queryable } from "@/lib/server/db/client";
import { webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import type { EndpointRow } from "./endpoint-record";

/** Returns true if events may be sent to an endpoint: it is enabled, and its app still has a key. */
export const endpointReceivesEvents = async (db: Queryable, { enabled, app }: Pick<EndpointRow, "enabled" | "app">) =>
  enabled && (await listAppsWithKey(db)).includes(app);

/** Logs a warning that names the apps that have webhook endpoints and no key. Called once when the server starts. */
export async function warnOfAppsWithoutKey(db: Queryable): Promise<void> {
  const found = await db
    .selectDistinct({ app: webhookEndpoints.app })
    .from(webhookEndpoints)
    .where(not(hasAppKeySql(sql`${webhookEndpoints.app}`)))
    .orderBy(asc(webhookEndpoints.app));
  const apps = found.map(({ app }) => app);
  if (apps.length)
    log.warn(
      { apps },
      "webhook endpoints of these apps get no events: no valid app key and no key of APP_API_KEYS is theirs",
    );
}
