// @ts-check
// npm run test:reconciliation: tests matching on 100,000 generated payments with planted faults (docs/bench.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("scripts/reconciliation-trial/main.ts", (folder) => ({
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  DATA_DIR: folder,
}));
