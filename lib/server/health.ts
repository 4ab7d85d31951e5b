import "server-only";
import { Client } from "pg";
import { log } from "./log";

/** Asks the database on a connection of its own, so that a busy pool does not make a healthy server look dead. */
export async function checkHealth(): Promise<{ ready: boolean; reason?: string }> {
  const client = new Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select id from audit_head");
    return { ready: true };
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return { ready: false, reason: "The database can't be reached or its schema is not in place." };
  } finally {
    await client.end().catch(() => {});
  }
}
