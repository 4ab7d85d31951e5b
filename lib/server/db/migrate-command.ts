import "server-only";
import { env } from "@/lib/env";
import { printLine, runCommand } from "@/lib/server/base/run-command";
import { startEmbeddedPostgres } from "./embedded";
import { migrate } from "./migrate";

/** Runs `npm run migrate`; see docs/migrations.md. Exits with 1 and one line if a migration can't be applied. */
runCommand(async () => {
  const { migrationDatabaseUrl, databaseUrl, dataDir, neverMigrates } = env();
  if (neverMigrates) {
    printLine(
      "Not migrated: a preview on Vercel never is, unless MIGRATE_ON_START=on says that it has its own database.",
    );
    return true;
  }
  const givenUrl = migrationDatabaseUrl ?? databaseUrl;
  const embeddedServer = givenUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const applied = await migrate(givenUrl ?? embeddedServer?.url ?? "", { log: printLine });
    printLine(
      applied === 0 ? "Nothing to migrate." : `${applied} ${applied === 1 ? "migration" : "migrations"} applied.`,
    );
    return true;
  } finally {
    await embeddedServer?.stop();
  }
});
