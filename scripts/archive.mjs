// @ts-check
// npm run archive: moves old months of the audit trail to verified archive files (docs/archive.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/backup/archive-command.ts");
