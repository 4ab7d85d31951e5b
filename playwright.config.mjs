import { defineConfig } from "@playwright/test";
import { findChromium } from "@/scripts/support.mjs";

// The application itself never calls out; these keep the browser from doing so.
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "e2e/support/global-setup.ts",
  outputDir: "test-results",
  forbidOnly: !!process.env.CI,
  retries: 0,
  // Each worker has a browser, an app and a PostgreSQL of its own (e2e/support/test.ts).
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    // Not Lagos: a date that depends on the browser's zone shows.
    timezoneId: "America/Los_Angeles",
    // Recording slows every test by a sixth; `--trace retain-on-failure` does it where a failure needs a closer look.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      // Chromium's sandbox does not work for root.
      args: [...quiet, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    },
  },
  projects: [
    { name: "desktop", testIgnore: "**/*.phone.spec.ts", use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      testMatch: "**/*.phone.spec.ts",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
    },
  ],
});
