import "server-only";
import type { IncomingMessage } from "node:http";
import { env, isDemo, isMailUnset } from "@/lib/env";
import { registerPageFetch } from "@/lib/server/api/page-fetch";
import { replaceUnsupportedMethod } from "@/lib/server/api/replace-unsupported-method";
import { startSealing } from "@/lib/server/audit/seal-after-commit";
import { printSetUpHint } from "@/lib/server/auth/first-admin";
import { log } from "@/lib/server/base/log";
import { withLogContext } from "@/lib/server/base/log-context";
import { hasPreviousSecrets } from "@/lib/server/base/secret-keys";
import { databaseFault } from "@/lib/server/db/availability";
import { connect, database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { prepareSchema } from "@/lib/server/db/prepare-schema";
import { printSetupKey } from "@/lib/server/rp/setup-key";
import { checkAppSecret } from "@/lib/server/secrets/check-secret";
import { loadKeyState } from "@/lib/server/secrets/key-state";
import { recordOutcome, registerTasks, saveOutcomes } from "@/lib/server/status/record-outcome";
import { warnOfAppsWithoutKey } from "@/lib/server/webhooks/known-apps";
import { drainOnSignal } from "./drain";
import { onRequest } from "./http-activity.mjs";
import { startMetrics } from "./metrics-server";
import { prepareDatabase } from "./prepare-database";
import { startTracing } from "./start-tracing";
import { serveCompressed } from "./static-files";
import { isStopping } from "./stopping";
import { operationOf, type TimedTask, timedTasks } from "./timed-tasks";
import { answerUnavailable } from "./unavailable";

/**
 * Starts the server. A database at DATABASE_URL is prepared in the background if it can't be reached; the embedded one
 * is started first.
 * @throws if the embedded database does not start, or can't be prepared
 */
export async function startServer(): Promise<void> {
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
    // Not earlier: requests that arrive during a fast start wait for it instead of getting a 503.
    if (databaseFault()) onRequest(answerUnavailable);
  } else {
    const { url } = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: (message) => log.info(message) });
    process.env.DATABASE_URL = url;
    await beforeReady(url);
    await afterReady();
  }
}

/** Migrates the database, checks that it belongs to APP_SECRET, and loads demo data if `npm run launch` requested it. */
async function beforeReady(url: string): Promise<void> {
  await prepareSchema(url);
  const { db, pool } = connect(url, 2, 0);
  try {
    await checkAppSecret(db);
    if (!isDemo()) return;
    const { loadDemoData } = await import("@/lib/server/db/seed/demo");
    await loadDemoData(db);
  } finally {
    await pool.end();
  }
}

/** Prints hints for operators, then starts the timers. */
async function afterReady(): Promise<void> {
  startSealing();
  if (isMailUnset())
    log.warn(
      "mail is not set up: sign-in codes and all other mails are files in the folder outbox of DATA_DIR until SMTP_URL is set",
    );
  await printSetUpHint(database().db);
  await printSetupKey(database().db);
  await warnOfAppsWithoutKey(database().db);
  const tasks = timedTasks();
  if (tasks.some(({ name }) => name === "simulate-citizens"))
    log.info("simulated citizens are on: what comes from the app “simulated-citizens” was done by no real person");
  if (hasPreviousSecrets()) refreshKeyState();
  await registerTasks(database().db, tasks.map(operationOf));
  if (env().timers) {
    for (const task of tasks) runEvery(task);
    setInterval(saveRecordedOutcomes, SAVE_OUTCOMES_SECONDS * 1_000).unref();
  }
}

/** Seconds between two writes of the outcomes of timed tasks and deliveries. A task is late after 3 minutes at the earliest. */
const SAVE_OUTCOMES_SECONDS = 20;

const saveRecordedOutcomes = () =>
  saveOutcomes(database().db).catch((error) => log.warn({ err: error }, "outcomes were not stored"));

/** Notices within 5 s that `rotate-secret` began. Writes read it in their transaction; this is for signatures. */
function refreshKeyState() {
  const load = () =>
    loadKeyState(database().db).catch((error) => log.warn({ err: error }, "the secret in use could not be read"));
  setInterval(load, 5_000).unref();
}

/** Removes X-Forwarded-For, which any client can set. Next.js then sets it to the socket's address. */
function ignoreForgedAddress({ headers }: IncomingMessage) {
  delete headers["x-forwarded-for"];
}

/** Runs a task on a timer. Skips a run while the previous one is running or the process is stopping. */
function runEvery(task: TimedTask) {
  const { name, every, run } = task;
  let isRunning = false;
  const runOnce = async () => {
    if (isRunning || isStopping()) return;
    isRunning = true;
    await withLogContext({ task: name }, () => run(database().db)).then(
      () => recordOutcome(operationOf(task)),
      (error: unknown) => {
        log.warn({ err: error, task: name }, "a timed task failed");
        recordOutcome(operationOf(task), error);
      },
    );
    isRunning = false;
  };
  setInterval(runOnce, every * 1_000).unref();
}
