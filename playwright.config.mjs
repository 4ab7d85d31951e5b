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
  globalSetup: "e2e/support/server.ts",
  outputDir: "test-results",
  forbidOnly: !!process.env.CI,
  retries: 0,
  // Two cores serve the browser, the app and PostgreSQL; and a code in the outbox belongs to one sign-in only.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: "http://localhost:3210",
    // Not Lagos: a date that depends on the browser's zone shows.
    timezoneId: "America/Los_Angeles",
    trace: "retain-on-failure",
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
