// @ts-check
// npm run test:dates: runs tests at several simulated times, which libfaketime (Debian's package faketime) sets for Node.js, PostgreSQL and
// the browser. Per time, it runs all unit tests, the page of components and one browser test file per module. `-- --short` runs the unit
// tests at one time, as CI does; `-- --only leap-day,sunday` selects times.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureAppBuilt, ensureChromium, ensureComponentsPageBuilt, ensureDependenciesInstalled } from "./support.mjs";
import { finishTestRun, runBrowserTests, runPreparationStep, runStep, runUnitTests } from "./test-steps.mjs";

/**
 * Simulated times in UTC; Lagos is an hour ahead. Each may cause failures: a day, month or year ends in Lagos during the tests, or the
 * day is a special one, such as 29 February or the day of the demo data.
 */
const DATES = {
  "leap-day": "2028-02-29T22:53:00Z",
  "month-end": "2027-04-30T22:53:00Z",
  "year-end": "2026-12-31T22:53:00Z",
  sunday: "2027-03-28T09:00:00Z",
  "26-november": "2027-11-26T12:00:00Z",
};
const QUICK_DATES = ["leap-day"];
/** End-to-end test files to run: one per module, and the file that tests the components page. */
const BROWSER_TESTS = [
  ...["overview", "kyc", "user", "transaction", "system-wallet", "ireport", "event", "content", "promotion"],
  ...["grant", "app-config", "rp", "system-logs", "components"],
].map((name) => `e2e/${name}.spec.ts`);

const isShortRun = process.argv.includes("--short");
const index = process.argv.indexOf("--only");
const dates = index < 0 ? (isShortRun ? QUICK_DATES : Object.keys(DATES)) : (process.argv[index + 1] ?? "").split(",");
const faketimeLibrary = ensureFaketime();

runStep("install", () => runPreparationStep(ensureDependenciesInstalled));
if (!isShortRun) {
  runStep("browser", () => runPreparationStep(ensureChromium));
  // Uses the real clock, because a build does not depend on the date.
  runStep("build", () => runPreparationStep(ensureAppBuilt));
  runStep("components", () => runPreparationStep(ensureComponentsPageBuilt));
}
for (const name of dates) {
  const testDate = /** @type {Record<string, string>} */ (DATES)[name];
  if (!testDate) throw new Error(`"${name}" is none of ${Object.keys(DATES).join(", ")}.`);
  runStep(`${name} unit`, () => runUnitTests([], { env: environmentAt(testDate) }));
  if (!isShortRun) runStep(`${name} e2e`, () => runBrowserTests(BROWSER_TESTS, environmentAt(testDate)));
}
finishTestRun();

/**
 * Returns environment variables that make a program's clock start at this time. They don't change the monotonic clock, which timers use,
 * because Playwright hangs if that clock jumps.
 * @param {string} testDate
 */
function environmentAt(testDate) {
  const seconds = Math.round((Date.parse(testDate) - Date.now()) / 1000);
  return {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Makes `touch` set the real time on files, as all other writes do, instead of the simulated time.
    FAKE_UTIME: "1",
  };
}

/** Returns the path of libfaketime. Installs it if missing (Debian, as root); otherwise exits with instructions. */
function ensureFaketime() {
  const existingLibrary = findFaketime();
  if (existingLibrary) return existingLibrary;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-q", "faketime"], { stdio: "ignore" });
  }
  const installedLibrary = findFaketime();
  if (installedLibrary) return installedLibrary;
  console.error("libfaketime is needed: install the package faketime (Debian, Ubuntu) or libfaketime (Fedora).");
  process.exit(1);
}

function findFaketime() {
  const { stdout = "" } = spawnSync("uname", ["-m"], { encoding: "utf8" });
  const folders = [`/usr/lib/${stdout.trim()}-linux-gnu/faketime`, "/usr/lib64/faketime", "/usr/lib/faketime"];
  return folders.map((folder) => path.join(folder, "libfaketime.so.1")).find((file) => existsSync(file));
}
