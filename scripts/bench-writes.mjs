// @ts-check
// npm run bench:writes: measures parallel writes with added network latency to the database (docs/bench.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/testing/bench/writes/main.ts", (folder) => ({
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  DATA_DIR: process.env.DATA_DIR ?? folder,
}));
