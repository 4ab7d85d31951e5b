// @ts-check
// npm run bench: measures API calls on databases of different sizes (docs/bench.md).
import { runBundledModule } from "./support.mjs";

process.exitCode = runBundledModule("lib/server/testing/bench/main.ts", (folder) => ({
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  DATA_DIR: folder,
}));
