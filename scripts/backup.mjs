// @ts-check
// npm run backup: see docs/backup.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/backup/backup-command.ts");
