// @ts-check
// Shared steps of `npm test`, `npm run test:dates` and `npm run test:node`, and the summary that they print.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./support.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts Number of tests by result */
/** @typedef {import("./unit-report.mjs").Report} Report */

/** Timeout of a step in ms. The longest step takes half of it on two busy cores. */
const STEP_TIMEOUT_MS = 30 * 60_000;
const FAILURE_LINES = 12;
const MAX_SLOWEST_FILES = 10;
/** Duration in ms above which a test file must explain its slowness in a line that starts with `// Slow:`. */
const slowThresholdMs = (/** @type {string} */ file) => (file.startsWith("e2e/") ? 30_000 : 5_000);

/** Minimum free memory in bytes to keep temporary files in memory. They take up to 1 GB; other programs need the rest. */
const MEMORY_FOR_FILES = 6 * 1024 ** 3;

/** Temporary folder for reports and other files of all steps. `finishTestRun()` removes it. */
export const testReportsFolder = makeTemporaryFolder();
process.env.TMPDIR = testReportsFolder;
const totalCounts = { passed: 0, failed: 0, skipped: 0 };
/** Lines of the summary, one per step. @type {string[]} */
const stepLines = [];
/** Failure messages, printed again at the end, because often only the end of a log is visible. @type {string[]} */
const failureTexts = [];
/** Duration in ms by test file. @type {Map<string, number>} */
const fileDurations = new Map();

/** Runs a step of the test run. Adds its counts to the total and a line to the summary. @param {string} name @param {() => Counts} action */
export function runStep(name, action) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const counts = action();
  totalCounts.passed += counts.passed;
  totalCounts.failed += counts.failed;
  totalCounts.skipped += counts.skipped;
  stepLines.push(`${name.padEnd(10)} ${Math.round((Date.now() - start) / 1000)} s`.padEnd(20) + countsSentence(counts));
}

/** Prints failures, slowest files, summary and total, and sets the exit code: 1 if anything failed. */
export function finishTestRun() {
  rmSync(testReportsFolder, { recursive: true, force: true });
  if (failureTexts.length) console.log(`\n── failed\n\n${failureTexts.join("\n\n")}`);
  if (fileDurations.size) console.log(`\n── slowest test files\n\n${slowestFiles().join("\n")}`);
  console.log(`\n${stepLines.join("\n")}\n`);
  console.log(countsSentence(totalCounts));
  process.exitCode = totalCounts.failed === 0 ? 0 : 1;
}

/** Runs a preparation, such as an installation. Returns one failure if it throws, otherwise zero counts. @param {() => void} action @returns {Counts} */
export function runPreparationStep(action) {
  try {
    action();
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Runs a program, such as the linter. Returns one passed or one failed check. @param {string} program @param {string[]} args @returns {Counts} */
export function runCheckStep(program, ...args) {
  const ok = runProgram(program, args);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * Runs the unit tests.
 * @param {string[]} [args] arguments of Vitest
 * @param {{ node?: string, env?: Record<string, string> }} [options] `node`: the Node.js binary to use
 * @returns {Counts}
 */
export function runUnitTests(args = [], { node = process.execPath, env = {} } = {}) {
  const file = path.join(testReportsFolder, "unit.json");
  rmSync(file, { force: true });
  const reporters = ["--reporter=default", "--reporter=./scripts/unit-report.mjs"];
  const ok = runProgram(node, ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args], {
    ...env,
    UNIT_REPORT_FILE: file,
  });
  /** @type {Report | undefined} */
  const report = readJsonIfPresent(file);
  for (const { title, message } of report?.failures ?? []) addFailure(title, message);
  for (const [name, ms] of Object.entries(report?.durations ?? {})) addDuration(name, ms);
  return addCounts(ok, report?.passed, report?.failed, report?.skipped);
}

/**
 * Runs the browser tests. Counts a test that passed only on retry as failed.
 * @param {string[]} [args] arguments of Playwright
 * @param {Record<string, string>} [env]
 * @returns {Counts}
 */
export function runBrowserTests(args = [], env = {}) {
  const file = path.join(testReportsFolder, "e2e.json");
  rmSync(file, { force: true });
  const ok = runProgram("npx", ["playwright", "test", "--reporter=list,json", ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = readJsonIfPresent(file);
  const stats = report?.stats;
  for (const suite of report?.suites ?? []) collectSpecs(suite);
  return addCounts(ok, stats?.expected, stats?.unexpected + stats?.flaky, stats?.skipped);
}

/**
 * Returns the counts of a test runner. Adds one failure if the runner failed without a failed test, such as when a test file does not load.
 * @param {boolean} ok
 * @param {number} [passed]
 * @param {number} [failed]
 * @param {number} [skipped]
 */
function addCounts(ok, passed, failed, skipped) {
  return { passed: passed || 0, failed: failed || (ok ? 0 : 1), skipped: skipped || 0 };
}

/** Stores the first lines of a failure for the end of the run. @param {string} title @param {string} [message] */
function addFailure(title, message = "") {
  failureTexts.push(`${title}\n${stripVTControlCharacters(message).split("\n").slice(0, FAILURE_LINES).join("\n")}`);
}

/**
 * Suite: a file or a `describe` in Playwright's report.
 * @typedef {{ duration: number, error?: { message?: string } }} Result
 * @typedef {{ ok: boolean, file: string, line: number, title: string, tests: { results: Result[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/** Stores failures and durations of a suite and its inner suites. @param {Suite} suite */
function collectSpecs(suite) {
  for (const { ok, file, line, title, tests } of suite.specs ?? []) {
    const results = tests.flatMap((test) => test.results);
    for (const { duration } of results) addDuration(`e2e/${file}`, duration);
    if (!ok) addFailure(`${file}:${line} ${title}`, results.map((one) => one.error).find(Boolean)?.message);
  }
  for (const innerSuite of suite.suites ?? []) collectSpecs(innerSuite);
}

/** Adds this time to the recorded duration of a test file. @param {string} file path from the root @param {number} ms */
function addDuration(file, ms) {
  fileDurations.set(file, (fileDurations.get(file) ?? 0) + ms);
}

/** Returns a line for each of the slowest test files: its duration, and the reason in its `// Slow:` line. */
function slowestFiles() {
  const slowest = [...fileDurations].sort(([, one], [, other]) => other - one).slice(0, MAX_SLOWEST_FILES);
  return slowest.map(([file, ms]) => {
    const source = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : "";
    const reason = /^\/\/ Slow: (.+)$/m.exec(source)?.[1] ?? (ms > slowThresholdMs(file) ? "NO REASON GIVEN" : "");
    return `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}${reason && `: ${reason}`}`;
  });
}

/** Runs a program within the time limit. Returns true if it succeeds. @param {string} program @param {string[]} args @param {Record<string, string>} [env] */
function runProgram(program, args, env = {}) {
  const limits = { timeout: STEP_TIMEOUT_MS, killSignal: /** @type {const} */ ("SIGINT") };
  return (
    spawnSync(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env }, ...limits }).status === 0
  );
}

/**
 * Creates a folder in memory (`/dev/shm`) if it has enough space, otherwise in the system's temporary folder. On a
 * disk, the files of the test databases take 7% of the unit tests' CPU time. Removes the folders of killed runs.
 */
function makeTemporaryFolder() {
  const parent = hasRoomInMemory() ? "/dev/shm" : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = /^crossriverpay-run-(\d+)$/.exec(name)?.[1];
    if (pid && !isProcessRunning(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = path.join(parent, `crossriverpay-run-${process.pid}`);
  // All users can read the folder, because PostgreSQL runs as another user if the tests run as root.
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

function hasRoomInMemory() {
  if (process.env.TMPDIR || !existsSync("/dev/shm") || freemem() < MEMORY_FOR_FILES) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize >= MEMORY_FOR_FILES;
}

/** Returns true if a process with this id exists. @param {number} pid */
function isProcessRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Parses a JSON file; returns undefined if it is missing. @param {string} file */
function readJsonIfPresent(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** Returns counts as text, such as "12 passed, 0 failed". @param {Counts} counts */
function countsSentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
