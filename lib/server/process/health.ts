import "server-only";
import { Client } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { isStopping } from "./stopping";

const CHECK_LIMIT_MS = 2_000;
type Health = { ready: boolean; reason?: string };

/** Returns whether the database, or the service at API_BASE_URL, can serve new requests; if not, also the reason. */
export async function checkHealth(): Promise<Health> {
  if (isStopping()) return { ready: false, reason: "This server is shutting down." };
  const { apiBaseUrl } = env();
  return apiBaseUrl ? checkService(apiBaseUrl) : checkDatabase();
}

/** Accepts any response below 500, because the contract of that service has no health check. */
async function checkService(url: string): Promise<Health> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(CHECK_LIMIT_MS) }).catch(() => null);
  if (answer && answer.status < 500) return { ready: true };
  log.warn({ status: answer?.status }, "not ready");
  return { ready: false, reason: "The service that API_BASE_URL names can't be reached." };
}

/** Checks the database on a separate connection, because a busy pool does not mean an unhealthy server. */
async function checkDatabase(): Promise<Health> {
  const client = new Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: CHECK_LIMIT_MS,
    query_timeout: CHECK_LIMIT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    // Reads the catalog instead of a table: a locked table blocks single calls, while the server can serve others.
    const { rows } = await client.query("select to_regclass('audit_head') is not null as migrated");
    if (!rows[0].migrated) throw new Error("The schema is not in place.");
    return { ready: true };
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return { ready: false, reason: "The database can't be reached or its schema is not in place." };
  } finally {
    await client.end().catch(() => {});
  }
}
