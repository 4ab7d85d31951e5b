import "server-only";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { formatCount } from "@/lib/format";
import { printLine, runCommand } from "@/lib/server/base/run-command";
import { connectDatabase } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import type { ColumnValueCount } from "./count-values";
import { refuseInstancesWithoutNewSecret } from "./instances";
import { previewRotation, rotateSecret } from "./rotate";

let isProgressShown = false;

/** Runs `npm run rotate-secret`; see docs/operations-secrets.md. */
runCommand(async () => {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  const { databaseUrl, dataDir } = env();
  const embeddedServer = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = databaseUrl ?? embeddedServer?.url ?? "";
  // Sets the database URL, because the name of the file with the audit trail's hashes is derived from it.
  process.env.DATABASE_URL = url;
  const { db, pool } = connectDatabase(url, 2, 0);
  const began = Date.now();
  try {
    if (values["dry-run"]) {
      printCounts(await previewRotation(db), "to encrypt or hash again");
      printLine("This was a dry run: nothing was changed.");
      return true;
    }
    await refuseInstancesWithoutNewSecret(db);
    const counts = await rotateSecret(db, { onProgress: printProgress });
    if (isProgressShown) process.stderr.write("\n");
    isProgressShown = false;
    printCounts(counts, "under a previous secret");
    printLine(`Done in ${((Date.now() - began) / 1_000).toFixed(1)} s. Nothing is left under a previous secret.`);
    printLine("Remove APP_SECRET_PREVIOUS from every instance.");
    return true;
  } catch (error) {
    // Ends the line that shows the progress.
    if (isProgressShown) process.stderr.write("\n");
    throw error;
  } finally {
    await pool.end();
    await embeddedServer?.stop();
  }
});

function printProgress({ label, done }: { label: string; done: number }): void {
  isProgressShown = true;
  process.stderr.write(`\r${formatCount(done)} ${label}\u001b[K`);
}

function printCounts(counts: readonly ColumnValueCount[], state: string): void {
  for (const { label, total, underOtherSecret } of counts)
    printLine(`${formatCount(total)} ${label}, ${formatCount(underOtherSecret)} ${state}`);
}
