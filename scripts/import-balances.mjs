// @ts-check
// npm run import-balances: see docs/operations.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/system-wallet/opening-balances/main.ts");
