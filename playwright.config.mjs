import { defineConfig } from "@playwright/test";
import { findChromium, findHeadlessShell } from "@/scripts/support.mjs";

// The application itself never calls out; these keep the browser from doing so.
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

// Chromium's sandbox does not work for root.
const args = [...quiet, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
const browser = findChromium();
// Workers read this file again, without the command line.
if (process.argv.some((word) => ["--headed", "--debug", "--ui"].includes(word))) process.env.E2E_WATCHED = "1";
const shell = process.env.E2E_WATCHED ? browser : (findHeadlessShell() ?? browser);

/** Only the whole browser can show notifications; and it draws letters otherwise than its shell, in one way for all pictures. */
const WHOLE_BROWSER = ["push.spec.ts", "components.spec.ts"];

// `npm run test:dates` moves the clock of all programs but the browser, which libfaketime makes a hundred times slower:
// e2e/support/test.ts moves the clock of its pages.
const { FAKETIME, LD_PRELOAD, ...others } = process.env;
const env = FAKETIME ? others : { ...others, ...(LD_PRELOAD && { LD_PRELOAD }) };

export default defineConfig({
  testDir: "e2e",
  globalSetup: "e2e/support/global-setup.ts",
  outputDir: "test-results",
  forbidOnly: !!process.env.CI,
  retries: 0,
  // A picture that is missing fails, on every machine: `npx playwright test components --update-snapshots` makes it again.
  updateSnapshots: "none",
  snapshotPathTemplate: "e2e/components/{arg}{ext}",
  // Each worker has a browser, an app and a PostgreSQL of its own (e2e/support/test.ts).
  workers: 2,
  // Both end what hangs. A test that is right on an idle machine is right on a busy one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    // Not Lagos: a date that depends on the browser's zone shows.
    timezoneId: "America/Los_Angeles",
    // Tests would only wait for transitions, which take a tenth of the processor time. Files that are about what is seen
    // in between turn them on: `test.use({ contextOptions: { reducedMotion: "no-preference" } })`.
    contextOptions: { reducedMotion: "reduce" },
    // Recording slows every test by a sixth; `--trace retain-on-failure` does it where a failure needs a closer look.
    trace: "off",
    screenshot: "only-on-failure",
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: shell, args, env },
  },
  projects: [
    { name: "desktop", testIgnore: WHOLE_BROWSER },
    {
      name: "whole browser",
      testMatch: WHOLE_BROWSER,
      use: { ...(browser ? {} : { channel: "chromium" }), launchOptions: { executablePath: browser, args, env } },
    },
  ],
});
