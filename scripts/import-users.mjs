// @ts-check
// npm run import-users: see docs/operations.md.
import { runBundled } from "./support.mjs";

process.exitCode = runBundled("lib/server/user/import/main.ts");
