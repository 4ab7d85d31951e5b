// @ts-check
// npm run bench: see docs/bench.md.
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/testing/bench/main.ts", (folder) => ({
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  DATA_DIR: folder,
}));
