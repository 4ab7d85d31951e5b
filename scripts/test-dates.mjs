// @ts-check
// npm run test:dates: runs tests with the clocks of Node.js, PostgreSQL and the browser set to other moments, by libfaketime
// (Debian's package faketime). Per moment: all unit tests, the page of components and one browser test file per module.
// `-- --short` runs the unit tests at one moment, as CI does; `-- --only leap-day,sunday` chooses moments.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureBuilt, ensureChromium, ensureComponentsBuilt, ensureInstalled } from "./support.mjs";
import { finish, prepare, runBrowserTests, runUnitTests, step } from "./test-steps.mjs";

/**
 * In UTC; Lagos is an hour ahead, all year. Each of them was chosen for what has failed there or can:
 * a Lagos day, month or year that ends while the tests run, 29 February, a week that begins, and the day of the demo data.
 */
const MOMENTS = {
  "leap-day": "2028-02-29T22:53:00Z",
  "month-end": "2027-04-30T22:53:00Z",
  "year-end": "2026-12-31T22:53:00Z",
  sunday: "2027-03-28T09:00:00Z",
  "26-november": "2027-11-26T12:00:00Z",
};
const SHORT = ["leap-day"];
/** The way that a person goes in each module, and what is there beside the modules. */
const BROWSER_TESTS = [
  ...["overview", "kyc", "user", "transaction", "system-wallet", "ireport", "event", "content", "promotion"],
  ...["grant", "app-config", "rp", "system-logs", "components"],
].map((name) => `e2e/${name}.spec.ts`);

const isShort = process.argv.includes("--short");
const at = process.argv.indexOf("--only");
const names = at < 0 ? (isShort ? SHORT : Object.keys(MOMENTS)) : (process.argv[at + 1] ?? "").split(",");
const library = ensureFaketime();

step("install", () => prepare(ensureInstalled));
if (!isShort) {
  step("browser", () => prepare(ensureChromium));
  // The real clock: a build is the same on any day.
  step("build", () => prepare(ensureBuilt));
  step("components", () => prepare(ensureComponentsBuilt));
}
for (const name of names) {
  const moment = /** @type {Record<string, string>} */ (MOMENTS)[name];
  if (!moment) throw new Error(`"${name}" is none of ${Object.keys(MOMENTS).join(", ")}.`);
  step(`${name} unit`, () => runUnitTests([], { env: clockSetTo(moment) }));
  if (!isShort) step(`${name} e2e`, () => runBrowserTests(BROWSER_TESTS, clockSetTo(moment)));
}
finish();

/**
 * Returns the environment in which a program's clock shows this moment now and goes on. Only the date is moved: timers and
 * timeouts use the monotonic clock, and Playwright hangs when that one jumps.
 * @param {string} moment
 */
function clockSetTo(moment) {
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Without it `touch` writes the moved time into a file, and every other write the kernel's.
    FAKE_UTIME: "1",
  };
}

/** Returns the path of libfaketime. Installs it on Debian as root, where it is missing; elsewhere exits with what to do. */
function ensureFaketime() {
  const found = findFaketime();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-q", "faketime"], { stdio: "ignore" });
  }
  const installed = findFaketime();
  if (installed) return installed;
  console.error("libfaketime is needed: install the package faketime (Debian, Ubuntu) or libfaketime (Fedora).");
  process.exit(1);
}

function findFaketime() {
  const { stdout = "" } = spawnSync("uname", ["-m"], { encoding: "utf8" });
  const folders = [`/usr/lib/${stdout.trim()}-linux-gnu/faketime`, "/usr/lib64/faketime", "/usr/lib/faketime"];
  return folders.map((folder) => path.join(folder, "libfaketime.so.1")).find((file) => existsSync(file));
}
