// @ts-check
// npm run restore: see docs/backup.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/backup/restore-command.ts");
