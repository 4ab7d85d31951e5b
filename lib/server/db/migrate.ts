import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

/** Any number, the same for every instance: one migrates, the others wait. */
const MIGRATION_LOCK = 7_205_511;

/** Brings the schema of this database up to date. Safe to run from several instances at once. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await run(drizzle(client), {
      migrationsFolder: path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/db/migrations"),
    });
  } finally {
    await client.end();
  }
}
