import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FullConfig } from "@playwright/test";

/** What a developer's own settings must not change in the tests; empty counts as unset, also before .env files. */
const unset = Object.fromEntries(
  [
    ...["DATABASE_URL", "SMTP_URL", "API_BASE_URL", "APP_ORIGIN", "APP_SECRET", "TRUSTED_PROXIES"],
    ...["FIREBASE_API_KEY", "FIREBASE_PROJECT_ID", "FIREBASE_APP_ID", "FIREBASE_MESSAGING_SENDER_ID"],
    ...["FIREBASE_VAPID_KEY", "FIREBASE_SERVICE_ACCOUNT"],
  ].map((name) => [name, ""]),
);

/** Runs the production server with fresh demo data for the whole test run; its output is in test-results/server.log. */
export default async function startServer(config: FullConfig): Promise<() => Promise<void>> {
  const address = new URL(config.projects[0]?.use.baseURL ?? "");
  const dataDir = path.join(tmpdir(), `crossriverpay-e2e-${process.pid}`);
  const logFile = path.join(config.rootDir, "../test-results/server.log");
  // The workers read the mails there (mail.ts).
  process.env.DATA_DIR = dataDir;

  mkdirSync(path.dirname(logFile), { recursive: true });
  const output = openSync(logFile, "w");
  const server = spawn(process.execPath, ["scripts/launch.mjs"], {
    env: { ...process.env, ...unset, DATA_DIR: dataDir, PORT: address.port },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const exited = once(server, "exit");
  const hasExited = () => server.exitCode !== null || server.signalCode !== null;
  const kill = () => server.kill("SIGTERM");
  process.on("exit", kill);

  const stop = async () => {
    kill();
    // It answers what is under way, then ends PostgreSQL and itself.
    await Promise.race([exited, delay(20_000, undefined, { ref: false })]);
    process.off("exit", kill);
    if (!hasExited()) server.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };

  for (const deadline = Date.now() + 180_000; !(await isReady(address)); await delay(200)) {
    if (!hasExited() && Date.now() < deadline) continue;
    await stop();
    throw new Error(`The server did not start:\n${readFileSync(logFile, "utf8").slice(-2_000)}`);
  }
  return stop;
}

async function isReady(address: URL): Promise<boolean> {
  const answer = await fetch(new URL("/api/health", address), { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok ?? false;
}
