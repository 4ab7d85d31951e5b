import { defineConfig } from "@playwright/test";
import { findChromium, findHeadlessShell } from "@/scripts/support.mjs";

// Disables requests that Chromium itself makes in the background, such as for updates.
const noBackgroundRequests = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

// Disables Chromium's sandbox if the tests run as root, because the sandbox does not work for root.
const args = [...noBackgroundRequests, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
const browser = findChromium();
// Stores in the environment that the browser is visible: worker processes load this file too, but don't get the command line.
if (process.argv.some((word) => ["--headed", "--debug", "--ui"].includes(word))) process.env.E2E_WATCHED = "1";
const shell = process.env.E2E_WATCHED ? browser : (findHeadlessShell() ?? browser);

/** Tests that need the full browser: only it shows notifications, and its text rendering differs from the headless shell's. */
const WHOLE_BROWSER = ["push.spec.ts", "components.spec.ts"];

// Runs the browser without libfaketime, which slows it down a hundredfold. For `npm run test:dates`, e2e/support/test.ts changes the clock
// of pages instead.
const { FAKETIME, LD_PRELOAD, ...others } = process.env;
const env = FAKETIME ? others : { ...others, ...(LD_PRELOAD && { LD_PRELOAD }) };

export default defineConfig({
  testDir: "e2e",
  globalSetup: "e2e/support/global-setup.ts",
  outputDir: "test-results",
  forbidOnly: !!process.env.CI,
  retries: 0,
  // Fails for a missing screenshot instead of creating it. `npx playwright test components --update-snapshots` creates it.
  updateSnapshots: "none",
  snapshotPathTemplate: "e2e/components/{arg}{ext}",
  // Each worker has its own browser, app and PostgreSQL (e2e/support/test.ts).
  workers: 2,
  // Time limits in ms, only to stop hanging tests. They are long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    // A time zone other than Lagos, so that tests find dates that depend on the browser's time zone.
    timezoneId: "America/Los_Angeles",
    // Disables transitions, which tests would only wait for. Tests of transitions enable them with `test.use({ contextOptions: {
    // reducedMotion: "no-preference" } })`.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing slows every test by a sixth. To examine a failure, use `--trace retain-on-failure`.
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
