// @ts-check
// npm run migrate: see docs/migrations.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/db/migrate-command.ts");
