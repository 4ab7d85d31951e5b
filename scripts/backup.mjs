// @ts-check
// npm run backup: writes database and stored files to a backup folder (docs/backup.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/backup/backup-command.ts");
