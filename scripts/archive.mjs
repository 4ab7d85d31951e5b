// @ts-check
// npm run archive: see docs/archive.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/backup/archive-command.ts");
