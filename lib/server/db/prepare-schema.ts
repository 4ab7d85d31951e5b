import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { assertMigrated, migrate } from "./migrate";

/**
 * Prepares the tables for a start: applies pending migrations, or with `MIGRATE_ON_START=off` only checks that there
 * are none.
 * @throws SchemaError with one sentence if this code can't run on the database
 */
export async function prepareSchema(url: string): Promise<void> {
  if (env().migrateOnStart) await migrate(url, { log: (message) => log.info(`migration ${message}`) });
  if (await assertMigrated(url))
    log.info("the database has migrations of a newer version, which allows this one to run: complete the update");
}
