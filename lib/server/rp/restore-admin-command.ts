import "server-only";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { printLine, runCommand } from "@/lib/server/base/run-command";
import { connectDatabase } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { assertMigrated } from "@/lib/server/db/migrate";
import { restoreFullAdministrator } from "./restore-admin";

const USAGE = "Use: npm run restore-admin -- --email <email of a known admin> --reason <why, and who decided it>";

/** Runs `npm run restore-admin`; see docs/procedures.md. */
runCommand(async () => {
  const { databaseUrl, dataDir } = env();
  const restoration = readArguments();
  const embeddedServer = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = databaseUrl ?? embeddedServer?.url ?? "";
  const { db, pool } = connectDatabase(url, 2, 0);
  try {
    await assertMigrated(url);
    const restored = await restoreFullAdministrator(db, restoration);
    printLine(`${restored} is an active full administrator now. The audit trail has the reason.`);
    return true;
  } finally {
    await pool.end();
    await embeddedServer?.stop();
  }
});

function readArguments() {
  try {
    const { values } = parseArgs({ options: { email: { type: "string" }, reason: { type: "string" } } });
    if (values.email && values.reason) return { email: values.email, reason: values.reason };
  } catch {
    // An unknown argument leads to the usage error below.
  }
  throw new Error(USAGE);
}
