import "server-only";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase, Pool } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { knownKeyIds } from "@/lib/server/base/secret-keys";
import { assertDatabaseReady } from "./availability";
import { TimeoutClient, TimeoutPool } from "./timeout-pool";
import { transactionOn } from "./transaction";
import { defaultWaitMs } from "./wait-budget";

/** A Drizzle database that runs its queries on a connection pool. */
export type Database = NodePgDatabase & { $client: Pool };
/** An open transaction of a Drizzle database. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A pool or a transaction; queries run on both. */
export type Queryable = Database | Transaction;

/** Start of `application_name` of every connection. Followed by the ids of the APP_SECRET keys that the instance can read. */
export const APPLICATION_NAME_PREFIX = "cross-river-pay";
const instanceName = () => [APPLICATION_NAME_PREFIX, ...knownKeyIds().slice(0, 3)].join(" ");

/**
 * Opens a connection pool for a database URL. An API call returns 503 if it waits too long for a connection, or if all its statements
 * together take longer than the call's limit (wait-budget.ts).
 * @param max maximum number of connections
 * @param statementMs client-side limit of a statement outside API calls; 0 for no limit
 */
export function connectDatabase(url: string, max = 10, statementMs = 20_000) {
  const pool = new TimeoutPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: defaultWaitMs(),
    idleTimeoutMillis: 30_000,
    // The server cancels a slow statement. If the server itself hangs, the client closes the connection.
    statementMs,
    application_name: instanceName(),
    onConnect: prepareConnection,
  });
  // Handles `error` events of connections, because Node exits on an unhandled one. The next query reconnects.
  const logConnectionError = (error: Error) => log.warn({ err: error }, "a database connection broke");
  pool.on("error", logConnectionError);
  pool.on("connect", (client) => client.on("error", logConnectionError));
  const db = drizzle(pool);
  db.transaction = transactionOn(pool);
  return { pool, db };
}

async function prepareConnection(client: ClientBase): Promise<void> {
  const limit = { query_timeout: defaultWaitMs() };
  await client.query({ text: SESSION_LIMITS, ...limit });
  const { rows } = await client.query<{ pid: number }>({ text: "select pg_backend_pid() as pid", ...limit });
  if (client instanceof TimeoutClient) client.keepStatementsIfDirect(rows[0]?.pid ?? 0);
}

/**
 * Limits that the database server enforces on each connection. Set after connecting, because poolers such as PgBouncer refuse these
 * settings in the startup packet. Disables parallel workers, because API calls read single pages by an index.
 */
const SESSION_LIMITS = `set statement_timeout = '15s'; set idle_in_transaction_session_timeout = '15s';
  set max_parallel_workers_per_gather = 0`;

// Shares the pool through globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPayDatabase?: ReturnType<typeof connectDatabase> };

/**
 * Returns the app's pool.
 * @throws an error until the start has prepared the database; API calls convert this error to a 503
 */
export function database() {
  assertDatabaseReady();
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("No database: instrumentation has not run.");
  globalState.crossRiverPayDatabase ??= connectDatabase(url, env().databasePoolSize);
  return globalState.crossRiverPayDatabase;
}
