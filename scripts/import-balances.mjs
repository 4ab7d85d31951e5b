// @ts-check
// npm run import-balances: see docs/operations.md.
import { runBundled } from "./support.mjs";

process.exitCode = runBundled("lib/server/system-wallet/opening-balances/main.ts");
