import "server-only";
import type { IncomingMessage } from "node:http";
import { env, isDemo, isMailUnset } from "@/lib/env";
import { registerPageFetch } from "@/lib/server/api/page-fetch";
import { replaceUnsupportedMethod } from "@/lib/server/api/replace-unsupported-method";
import { warnOfDashboardKeysInEnv } from "@/lib/server/app-api/key-rows";
import { startSealingAuditRows } from "@/lib/server/audit/seal-after-commit";
import { printSetUpHint } from "@/lib/server/auth/first-admin";
import { log } from "@/lib/server/base/log";
import { hasPreviousSecrets } from "@/lib/server/base/secret-keys";
import { connectDatabase, database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { markEmbeddedDatabase } from "@/lib/server/db/embedded-flag";
import { prepareSchema } from "@/lib/server/db/prepare-schema";
import { printSetupKey } from "@/lib/server/rp/setup-key";
import { checkAppSecret } from "@/lib/server/secrets/check-secret";
import { registerTimedTasks } from "@/lib/server/status/record-outcome";
import { warnOfAppsWithoutKey } from "@/lib/server/webhooks/known-apps";
import { drainOnSignal } from "./drain";
import { onRequest, openPort } from "./http-activity.mjs";
import { startMetrics } from "./metrics-server";
import { prepareDatabase } from "./prepare-database";
import { startTracing } from "./start-tracing";
import { serveCompressed } from "./static-files";
import { operationOfTask, timedTasks } from "./timed-tasks";
import { startTimers } from "./timers";
import { rewriteToUnavailable } from "./unavailable";

/**
 * Starts the server and opens its port. If a database at DATABASE_URL can't be reached, prepares it in the background. The embedded
 * database is started first.
 * @throws if the embedded database does not start, or if a database can't be prepared
 */
export async function startServer(): Promise<void> {
  await startServices();
  openPort();
}

async function startServices(): Promise<void> {
  const settings = env();
  if (settings.trustedProxies === 0) onRequest(ignoreForgedAddress);
  onRequest(replaceUnsupportedMethod);
  serveCompressed();
  registerPageFetch();
  drainOnSignal(settings.shutdownSeconds);
  await startTracing();
  await startMetrics();
  if (settings.apiBaseUrl) return;
  if (settings.databaseUrl) {
    process.env.DATABASE_URL = settings.databaseUrl;
    await prepareDatabase(settings.databaseUrl, { beforeReady, afterReady });
    // Registers the 503 handler after the preparation, so that requests during a fast start wait instead. Registers it always, because a
    // later step may set a database fault; without a fault it does nothing.
    onRequest(rewriteToUnavailable);
  } else {
    const { url } = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: (message) => log.info(message) });
    process.env.DATABASE_URL = url;
    markEmbeddedDatabase();
    await beforeReady(url);
    await afterReady();
  }
}

/** Migrates the database, checks that it belongs to APP_SECRET, and loads demo data if `npm run launch` requested it. */
async function beforeReady(url: string): Promise<void> {
  await prepareSchema(url);
  const { db, pool } = connectDatabase(url, 2, 0);
  try {
    await checkAppSecret(db);
    if (!isDemo()) return;
    const { loadDemoData } = await import("@/lib/server/db/seed/demo");
    await loadDemoData(db);
    const { reconcileWeek } = await import("@/lib/server/simulated-admins/reconcile-week");
    await reconcileWeek(db);
  } finally {
    await pool.end();
  }
}

/**
 * Prints hints for operators, then starts the timers. May run again after a lost connection; timers that already run are not started
 * again.
 */
async function afterReady(): Promise<void> {
  startSealingAuditRows();
  if (isMailUnset())
    log.warn(
      "mail is not set up: sign-in codes and all other mails are files in the folder outbox of DATA_DIR until SMTP_URL is set",
    );
  await printSetUpHint(database().db);
  await printSetupKey(database().db);
  await warnOfAppsWithoutKey(database().db);
  await warnOfDashboardKeysInEnv(database().db);
  const tasks = timedTasks();
  if (tasks.some(({ name }) => name === "simulate-citizens"))
    log.info("simulated citizens are on: what comes from the app “simulated-citizens” was done by no real person");
  await registerTimedTasks(database().db, tasks.map(operationOfTask));
  startTimers({ tasks: env().timers ? tasks : [], refreshesKeys: hasPreviousSecrets() });
}

/** Removes the header X-Forwarded-For, because any client can set it. Next.js then sets the header to the socket's address. */
function ignoreForgedAddress({ headers }: IncomingMessage) {
  delete headers["x-forwarded-for"];
}
