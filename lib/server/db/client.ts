import "server-only";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase, Pool } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { callLimit } from "./call-time";
import { LimitedPool } from "./limited-pool";
import * as schema from "./schema/schema";

export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A query runs the same on the pool and inside a transaction. */
export type Queryable = Database | Transaction;

/**
 * Opens a pool on this address. Waiting for a connection longer than a call may is a 503, not a hang; so is a call
 * whose statements take longer than that together (call-time.ts).
 * @param statementMs until the client gives up on a statement of no call's; 0 for work that may take as long as it takes.
 */
export function connect(url: string, max = 10, statementMs = 20_000) {
  const pool = new LimitedPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: callLimit(),
    idleTimeoutMillis: 30_000,
    // The server ends a slow statement; where the server itself hangs, the client gives up.
    statementMs,
    application_name: "cross-river-pay",
    onConnect: (client: ClientBase) => client.query(limits()),
  });
  // A broken connection is replaced at its next use. Unheard, its event would end the process, whether it breaks while
  // idle or while somebody holds it between two statements.
  const heard = (error: Error) => log.warn({ err: error }, "a database connection broke");
  pool.on("error", heard);
  pool.on("connect", (client) => client.on("error", heard));
  const db = drizzle(pool, { schema });
  db.transaction = transactionsOn(pool);
  return { pool, db };
}

/**
 * Transactions whose connection goes back to the pool however they end. Drizzle's own on a pool keeps it where `begin`
 * fails: each time that a call's time ended just there, the pool would have one place less, for as long as the app runs.
 */
function transactionsOn(pool: Pool): Database["transaction"] {
  // A connection is used many times, and Drizzle reads the whole schema for each.
  const known = new WeakMap<ClientBase, NodePgDatabase<typeof schema>>();
  return async (run, config) => {
    const client = await pool.connect();
    try {
      const own = known.get(client) ?? drizzle(client, { schema });
      known.set(client, own);
      return await own.transaction(run, config);
    } finally {
      client.release();
    }
  };
}

/**
 * What the server is to hold each of our connections to. Said once the connection is there: poolers such as PgBouncer
 * refuse it in the request for one. Calls read a page by an index: to start a second process takes longer than the page.
 */
const limits = () => ({
  text: `set statement_timeout = '15s'; set idle_in_transaction_session_timeout = '15s';
    set max_parallel_workers_per_gather = 0`,
  query_timeout: callLimit(),
});

// Next bundles instrumentation, pages and the API apart: the pool is shared through globalThis.
const shared = globalThis as { crossRiverPayDatabase?: ReturnType<typeof connect> };

/** The app's own pool; instrumentation has set DATABASE_URL by the time anything asks. */
export function database() {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("No database: instrumentation has not run.");
  shared.crossRiverPayDatabase ??= connect(url, env().databasePoolSize);
  return shared.crossRiverPayDatabase;
}
