import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

/** A migrated, empty database of the test file's own: a copy of the template that the global setup made. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = inject("testServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runOnServer(url, `create database ${name} template ${template}`);
  return {
    url: withDatabase(url, name),
    // Connections that a test has left open are closed by it.
    drop: () => runOnServer(url, `drop database if exists ${name} with (force)`),
  };
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = database;
  return address.href;
}

/** Runs one statement that cannot be part of a transaction. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
