import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { databaseFault } from "@/lib/server/db/availability";
import { describeDatabaseFault, PROBE_LIMIT_MS, probeDatabase } from "@/lib/server/db/probe";
import { isProcessStopping } from "./stopping";

/** Time in ms during which all callers get the result of the same health probe. */
const REUSE_MS = 1_000;
type Health = { ready: boolean; reason?: string };
type SharedProbe = { result: Promise<Health>; endedAt?: number };

// Stored on globalThis, because Next.js may bundle routes separately.
const globalState = globalThis as { crossRiverPayHealthProbe?: SharedProbe };

/** Returns whether new requests can be served by the database, or by the service at API_BASE_URL. If not, also returns the reason. */
export async function checkHealth(): Promise<Health> {
  if (isProcessStopping()) return { ready: false, reason: "This server is shutting down." };
  const startFault = databaseFault();
  return startFault ? { ready: false, reason: startFault } : shareProbe();
}

/** Starts one health probe for all callers and reuses its result for a second, so that health checks use at most one connection. */
function shareProbe(): Promise<Health> {
  const current = globalState.crossRiverPayHealthProbe;
  if (current && (current.endedAt === undefined || performance.now() - current.endedAt < REUSE_MS))
    return current.result;
  const { apiBaseUrl } = env();
  const probe: SharedProbe = { result: apiBaseUrl ? checkService(apiBaseUrl) : checkDatabase() };
  probe.result.finally(() => {
    probe.endedAt = performance.now();
  });
  globalState.crossRiverPayHealthProbe = probe;
  return probe.result;
}

/** Checks another service that implements the API. Any response below 500 counts as healthy, because the contract has no health check. */
async function checkService(url: string): Promise<Health> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).catch(() => null);
  if (answer && answer.status < 500) return { ready: true };
  log.warn({ status: answer?.status }, "not ready");
  return { ready: false, reason: "The service that API_BASE_URL names can't be reached." };
}

async function checkDatabase(): Promise<Health> {
  try {
    // Reads PostgreSQL's catalog instead of a table: a locked table blocks only some calls, so the server is ready.
    const rows = await probeDatabase<{ migrated: boolean }>(
      process.env.DATABASE_URL ?? "",
      "select to_regclass('audit_head') is not null as migrated",
    );
    return rows[0]?.migrated
      ? { ready: true }
      : { ready: false, reason: "The database has no tables of this product." };
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return { ready: false, reason: describeDatabaseFault(error) };
  }
}
