import "server-only";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { formatSecondsSince, printLine, resolveFolder, runCommand } from "@/lib/server/base/run-command";
import { connectDatabase } from "@/lib/server/db/client";
import { type WrittenAuditHashes, writeAuditHashFiles } from "./chain-heads";
import { CommandError } from "./command-error";
import { readBackupManifest } from "./manifest";
import { recordRestoreDrill, recordRestoreVerification } from "./record-backup";
import { restoreBackup } from "./restore-backup";
import { verifyRestore } from "./verify-restore";
import { connectWithoutTimeouts } from "./write-backup";

const USAGE =
  "Use: npm run restore -- <folder of the backup> --database <postgres:// address> [--bucket <address>] [--verify-only]";

/** Runs `npm run restore`; see docs/backup.md. */
runCommand(async () => {
  const started = Date.now();
  const { folder, url, bucketUrl, isVerifyOnly } = readArguments();
  const settings = env();
  if (bucketUrl && !settings.filesBucket)
    throw new CommandError(
      "--bucket needs the settings FILES_BUCKET_URL, FILES_BUCKET_KEY_ID and FILES_BUCKET_SECRET.",
    );
  if (bucketUrl && settings.filesBucket) settings.filesBucket.url = bucketUrl.replace(/\/+$/, "");
  const { manifest, key } = readBackupManifest(folder);
  const common = { folder, manifest, key, url };
  if (!isVerifyOnly) await restoreBackup({ ...common, log: printLine });
  for (const heads of await writeAuditHashFiles(folder, { ...common, target: settings.dataDir })) printPlaced(heads);

  const productUrl = settings.databaseUrl;
  const headFolder = mkdtempSync(path.join(tmpdir(), "restore-heads-"));
  const { db, pool } = connectDatabase(url, 2, 0);
  const client = await connectWithoutTimeouts(url);
  try {
    await writeAuditHashFiles(folder, { ...common, target: headFolder });
    // Verifies with the audit hashes of the backup. The file in DATA_DIR may have newer ones, of rows that the backup lacks.
    settings.dataDir = headFolder;
    process.env.DATABASE_URL = url;
    const faults = await verifyRestore({ ...common, db, client, log: printLine });
    if (faults.length) {
      printLine(`Verified in ${formatSecondsSince(started)}. Faults: ${faults.length}.`);
      return false;
    }
    await recordRestoreVerification(db, manifest);
    const isRecorded =
      productUrl !== undefined && productUrl !== url && (await recordRestoreDrill(productUrl, manifest));
    if (isRecorded) printLine("The verification is recorded in the database of DATABASE_URL.");
    printLine(`The restored database is complete, as of ${manifest.at}. Took ${formatSecondsSince(started)}.`);
    return true;
  } finally {
    await client.end();
    await pool.end();
    rmSync(headFolder, { recursive: true, force: true });
  }
});

function printPlaced({ file, isNewFile, missingInBackup }: WrittenAuditHashes): void {
  if (isNewFile || missingInBackup === 0) printLine(`The heads of the audit chain are in ${file}.`);
  else
    printLine(
      `${file} exists and was left as it is. It has ${missingInBackup} heads more than the backup: docs/backup.md says what to do with it.`,
    );
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        database: { type: "string" },
        bucket: { type: "string" },
        "verify-only": { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [named] = positionals;
    const { database, bucket } = values;
    if (named && positionals.length === 1 && database && /^postgres(ql)?:\/\//.test(database))
      return { folder: resolveFolder(named), url: database, bucketUrl: bucket, isVerifyOnly: values["verify-only"] };
  } catch {
    // Prints the usage for an unknown argument.
  }
  throw new CommandError(USAGE);
}
