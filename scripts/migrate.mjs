// @ts-check
// npm run migrate: applies pending database migrations (docs/migrations.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/db/migrate-command.ts");
