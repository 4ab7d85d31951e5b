// @ts-check
// npm run import-users: opens citizens' accounts from a CSV, NDJSON or Excel file (docs/operations.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/user/import/main.ts");
