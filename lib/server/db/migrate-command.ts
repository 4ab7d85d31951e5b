import "server-only";
import { env } from "@/lib/env";
import { startEmbeddedPostgres } from "./embedded";
import { migrate } from "./migrate";

const printLine = (message: string) => process.stdout.write(`${message}\n`);

/** Runs `npm run migrate`; see docs/migrations.md. Exits with 1 and one line if a migration can't be applied. */
async function main(): Promise<void> {
  const { migrationDatabaseUrl, databaseUrl, dataDir, neverMigrates } = env();
  if (neverMigrates) {
    printLine(
      "Not migrated: a preview on Vercel never is, unless MIGRATE_ON_START=on says that it has its own database.",
    );
    return;
  }
  const givenUrl = migrationDatabaseUrl ?? databaseUrl;
  const embeddedServer = givenUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const applied = await migrate(givenUrl ?? embeddedServer?.url ?? "", { log: printLine });
    printLine(
      applied === 0 ? "Nothing to migrate." : `${applied} ${applied === 1 ? "migration" : "migrations"} applied.`,
    );
  } finally {
    await embeddedServer?.stop();
  }
}

/** Returns an error's message in one line. A refused connection to several addresses has one error for each. */
function oneLine(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replace(/\s+/g, " ");
}

main().catch((error: unknown) => {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exitCode = 1;
});
