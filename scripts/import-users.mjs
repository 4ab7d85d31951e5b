// @ts-check
// npm run import-users: see docs/operations.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/user/import/main.ts");
