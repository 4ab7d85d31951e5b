import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const resolve = {
  alias: {
    "@": root,
    // Replaces a package that throws outside Next.js builds, where it keeps server code out of client bundles.
    "server-only": path.join(root, "node_modules/server-only/empty.js"),
  },
};

const SERVER = ["{app,lib,scripts}/**/*.test.{ts,mjs}", "*.test.ts"];
/** @param {string[]} folders @returns the test files in these folders that mock modules or reset the module cache */
const replacing = (...folders) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`)
      .filter(
        (file) =>
          /\.test\.tsx?$/.test(file) && /vi\.(mock|resetModules)\(/.test(readFileSync(path.join(root, file), "utf8")),
      ),
  );
/** Tests that can't share a process with others: those that mock modules, and two that set keys for their whole process (bucket, app). */
const ALONE = ["lib/server/files/bucket.test.ts", "lib/server/simulated-citizens/act.test.ts"].concat(
  replacing("lib").filter((file) => file.endsWith(".ts")),
);
const COMPONENTS_ALONE = replacing("components", "lib").filter(
  (file) => file.startsWith("components/") || file.endsWith(".tsx"),
);

/** Time limits in ms, only to stop hanging tests. The slowest tests take 6 s on an idle machine, and several times as long on a busy machine. */
const TIMEOUTS = /** @type {const} */ ({
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 10_000 } },
});

const node = /** @type {const} */ ({
  environment: "node",
  env: {
    APP_SECRET: "known to the tests and to nobody else",
    LOG_LEVEL: "silent",
    // API keys: two of one app and one of another app; lib/server/testing/app.ts passes them to tests.
    APP_API_KEYS: `demo:${"demo-key-".repeat(5)},demo:${"next-key-".repeat(5)},other:${"other-key".repeat(5)}`,
    APP_RATE_LIMIT: "60000",
    // Allows payment methods of the simulated provider.
    SIMULATED_PROVIDER: "on",
    // Time limit for database calls, longer than the default (3 s) because parallel tests are slow. Tests of the limit set their own
    // (db/wait-budget.test.ts).
    DATABASE_WAIT_SECONDS: "20",
    DATA_DIR: path.join(tmpdir(), `crossriverpay-test-${process.pid}`),
  },
  ...TIMEOUTS,
});

const inBrowser = {
  alias: { ...resolve.alias, "next/navigation": path.join(root, "lib/client/testing-navigation.ts") },
};
const components = /** @type {const} */ ({
  environment: "happy-dom",
  ...TIMEOUTS,
  setupFiles: "components/common/testing.setup.ts",
});

export default defineConfig({
  resolve,
  test: {
    globalSetup: "lib/server/testing/global-setup.ts",
    // Uses at least two workers, even on two cores, because tests wait for PostgreSQL half of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        // Loads the app once for all files of a worker. Each file has its own database.
        test: { ...node, name: "node", include: SERVER, exclude: ALONE, isolate: false },
      },
      {
        resolve,
        test: { ...node, name: "alone", include: ALONE },
      },
      {
        resolve: inBrowser,
        test: {
          ...components,
          name: "components",
          include: ["components/**/*.test.{ts,tsx}", "lib/client/**/*.test.tsx"],
          exclude: COMPONENTS_ALONE,
          isolate: false,
        },
      },
      {
        resolve: inBrowser,
        test: { ...components, name: "components alone", include: COMPONENTS_ALONE },
      },
    ],
  },
});
