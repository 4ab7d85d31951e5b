import "server-only";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { formatCount } from "@/lib/format";
import { connect } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import type { ColumnCount } from "./count-values";
import { refuseUninformedInstances } from "./instances";
import { previewRotation, RotationError, rotateSecret } from "./rotate";

/** Runs `npm run rotate-secret`; see docs/operations-secrets.md. */
main().catch((error: unknown) => {
  const text = error instanceof RotationError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  const { databaseUrl, dataDir } = env();
  const embeddedServer = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = databaseUrl ?? embeddedServer?.url ?? "";
  // Must be set, because the file with the audit trail's heads is named after the database.
  process.env.DATABASE_URL = url;
  const { db, pool } = connect(url, 2, 0);
  const began = Date.now();
  try {
    if (values["dry-run"]) {
      printCounts(await previewRotation(db), "to encrypt or hash again");
      printLine("This was a dry run: nothing was changed.");
      return;
    }
    await refuseUninformedInstances(db);
    const counts = await rotateSecret(db, { onProgress: printProgress });
    if (isProgressShown) process.stderr.write("\n");
    printCounts(counts, "under a previous secret");
    printLine(`Done in ${((Date.now() - began) / 1_000).toFixed(1)} s. Nothing is left under a previous secret.`);
    printLine("Remove APP_SECRET_PREVIOUS from every instance.");
  } finally {
    await pool.end();
    await embeddedServer?.stop();
  }
}

let isProgressShown = false;

function printProgress({ label, done }: { label: string; done: number }): void {
  isProgressShown = true;
  process.stderr.write(`\r${formatCount(done)} ${label}\u001b[K`);
}

function printCounts(counts: readonly ColumnCount[], state: string): void {
  for (const { label, total, old } of counts) printLine(`${formatCount(total)} ${label}, ${formatCount(old)} ${state}`);
}

const printLine = (message: string) => process.stdout.write(`${message}\n`);
