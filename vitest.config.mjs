import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const resolve = {
  alias: {
    "@": root,
    // Its proper meaning, "fail in a client bundle", exists only in Next's builds.
    "server-only": path.join(root, "node_modules/server-only/empty.js"),
  },
};

export default defineConfig({
  test: {
    // Half of the time a test waits for PostgreSQL; left alone, two cores would get one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        test: {
          name: "node",
          environment: "node",
          include: ["{app,lib,scripts}/**/*.test.{ts,mjs}", "*.test.ts"],
          globalSetup: "lib/server/testing/global-setup.ts",
          env: {
            APP_SECRET: "known to the tests and to nobody else",
            LOG_LEVEL: "silent",
            DATA_DIR: path.join(tmpdir(), `crossriverpay-test-${process.pid}`),
          },
          // The app is loaded once for all files; each has a database of its own.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        test: { name: "components", environment: "happy-dom", include: ["components/**/*.test.tsx"] },
      },
    ],
  },
});
