import "server-only";
import { asc, notInArray } from "drizzle-orm";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import type { Queryable } from "@/lib/server/db/client";
import { webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import type { EndpointRow } from "./endpoint-record";

/** Returns the names of the apps in APP_API_KEYS. */
export const knownApps = () => [...new Set(env().appKeys.map(({ name }) => name))];

export const isKnownApp = (app: string) => knownApps().includes(app);

/** Returns true if events may be sent to an endpoint: it is enabled, and its app still has a key. */
export const receivesEvents = ({ enabled, app }: Pick<EndpointRow, "enabled" | "app">) => enabled && isKnownApp(app);

/** Logs a warning that names the apps that have webhook endpoints and no key. Called once when the server starts. */
export async function warnOfAppsWithoutKey(db: Queryable): Promise<void> {
  const found = await db
    .selectDistinct({ app: webhookEndpoints.app })
    .from(webhookEndpoints)
    .where(notInArray(webhookEndpoints.app, knownApps()))
    .orderBy(asc(webhookEndpoints.app));
  const apps = found.map(({ app }) => app);
  if (apps.length) log.warn({ apps }, "webhook endpoints of these apps get no events: APP_API_KEYS has no key of them");
}
