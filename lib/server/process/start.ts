import "server-only";
import type { IncomingMessage } from "node:http";
import { env, isDemo, isMailUnset } from "@/lib/env";
import { registerPageFetch } from "@/lib/server/api/page-fetch";
import { replaceUnsupportedMethod } from "@/lib/server/api/replace-unsupported-method";
import { startSealing } from "@/lib/server/audit/seal-after-commit";
import { printSetUpHint } from "@/lib/server/auth/first-admin";
import { log } from "@/lib/server/base/log";
import { connect, database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { printSetupKey } from "@/lib/server/rp/setup-key";
import { warnOfAppsWithoutKey } from "@/lib/server/webhooks/known-apps";
import { drainOnSignal } from "./drain";
import { onRequest } from "./http-activity.mjs";
import { serveCompressed } from "./static-files";
import { isStopping } from "./stopping";
import { type TimedTask, timedTasks } from "./timed-tasks";

/** Starts the database, migrates it, loads demo data if `npm run launch` requested it, and starts the timers. */
export async function startServer(): Promise<void> {
  const settings = env();
  if (settings.trustedProxies === 0) onRequest(ignoreForgedAddress);
  onRequest(replaceUnsupportedMethod);
  serveCompressed();
  registerPageFetch();
  drainOnSignal(settings.shutdownSeconds);
  if (settings.apiBaseUrl) return;
  process.env.DATABASE_URL = settings.databaseUrl ?? (await startEmbeddedDatabase(settings.dataDir));
  await migrate(process.env.DATABASE_URL);
  if (isDemo()) {
    const { loadDemoData } = await import("@/lib/server/db/seed/demo");
    const { db, pool } = connect(process.env.DATABASE_URL, 2, 0);
    await loadDemoData(db).finally(() => pool.end());
  }
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
  if (settings.timers) for (const task of tasks) runEvery(task);
}

async function startEmbeddedDatabase(dataDir: string) {
  const { url } = await startEmbeddedPostgres({ dataDir, log: (message: string) => log.info(message) });
  return url;
}

/** Removes X-Forwarded-For, which any client can set. Next.js then sets it to the socket's address. */
function ignoreForgedAddress({ headers }: IncomingMessage) {
  delete headers["x-forwarded-for"];
}

/** Runs a task on a timer. Skips a run while the previous one is running or the process is stopping. */
function runEvery({ name, every, run }: TimedTask) {
  let isRunning = false;
  const runOnce = async () => {
    if (isRunning || isStopping()) return;
    isRunning = true;
    await run(database().db).catch((error) => log.warn({ err: error, task: name }, "a timed task failed"));
    isRunning = false;
  };
  setInterval(runOnce, every * 1_000).unref();
}
