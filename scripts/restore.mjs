// @ts-check
// npm run restore: restores a backup into an empty database and verifies it (docs/backup.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/backup/restore-command.ts");
