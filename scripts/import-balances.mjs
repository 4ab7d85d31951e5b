// @ts-check
// npm run import-balances: imports citizens' opening balances from a file, for approval (docs/operations.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/system-wallet/opening-balances/main.ts");
