import "server-only";
import { Client } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { isStopping } from "./stopping";

const LIMIT_MS = 2_000;
type Health = { ready: boolean; reason?: string };

/** Whether new requests can be served: by the database, or by the service that API_BASE_URL names. */
export async function checkHealth(): Promise<Health> {
  if (isStopping()) return { ready: false, reason: "This server is shutting down." };
  const { apiBaseUrl } = env();
  return apiBaseUrl ? checkService(apiBaseUrl) : checkDatabase();
}

/** Any answer but a failure will do: only the contract is known of that service, and none of its calls is for this. */
async function checkService(url: string): Promise<Health> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) }).catch(() => null);
  if (answer && answer.status < 500) return { ready: true };
  log.warn({ status: answer?.status }, "not ready");
  return { ready: false, reason: "The service that API_BASE_URL names can't be reached." };
}

/** On a connection of its own, so that a busy pool does not make a healthy server look dead. */
async function checkDatabase(): Promise<Health> {
  const client = new Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    // Not a look into a table: one that is locked makes single calls wait, and the server is still there for the others.
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
