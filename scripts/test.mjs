// @ts-check
// npm test: installs what is missing, then lint, types, unit tests, build and end-to-end tests. Every step runs even if
// one before it failed; the last line sums up. The build goes on beside the unit tests, which wait for PostgreSQL half of
// their time.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { checkNode, ensureChromium, ensureInstalled, root } from "./support.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** A step that hangs is ended; the longest one takes a good half of it on two busy cores. */
const STEP_LIMIT_MS = 30 * 60_000;
const FAILURE_LINES = 12;
const reports = mkdtempSync(path.join(tmpdir(), "crossriverpay-reports-"));
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const summary = [];
/** What failed is said once more at the end: often that is all of a log that one gets to see. @type {string[]} */
const failures = [];

checkNode();
step("install", () => quietly(ensureInstalled));
step("lint", () => whole("npm", "run", "lint"));
step("types", () => whole("npm", "run", "types"));
const build = startBuild();
step("unit", () => {
  const file = path.join(reports, "unit.json");
  process.env.UNIT_REPORT_FILE = file;
  const ok = execute("npx", "vitest", "run", "--reporter=default", "--reporter=./scripts/unit-report.mjs");
  /** @type {import("./unit-report.mjs").Report | undefined} */
  const report = read(file);
  for (const { title, message } of report?.failures ?? []) noteFailure(title, message);
  return counted(ok, report?.passed, report?.failed, report?.skipped);
});
const { ok: isBuilt, said } = await build;
step("build", () => {
  console.log(said);
  return { passed: 0, failed: isBuilt ? 0 : 1, skipped: 0 };
});
step("browser", () => quietly(ensureChromium));
step("e2e", () => {
  const file = path.join(reports, "e2e.json");
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file;
  const ok = execute("npx", "playwright", "test", "--reporter=list,json");
  const report = read(file);
  const stats = report?.stats;
  for (const suite of report?.suites ?? []) noteFailedSpecs(suite);
  return counted(ok, stats?.expected, stats?.unexpected + stats?.flaky, stats?.skipped);
});
rmSync(reports, { recursive: true, force: true });

if (failures.length) console.log(`\n── failed\n\n${failures.join("\n\n")}`);
console.log(`\n${summary.join("\n")}\n`);
console.log(sentence(total));
process.exitCode = total.failed === 0 ? 0 : 1;

/** @param {string} name @param {() => Counts} action */
function step(name, action) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const counts = action();
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  summary.push(`${name.padEnd(10)}${Math.round((Date.now() - start) / 1000)} s`.padEnd(20) + sentence(counts));
}

/** A preparation counts only when it fails. @param {() => void} action */
function quietly(action) {
  try {
    action();
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Builds what is not built, in a process of its own. What it says is kept until it is its turn. */
async function startBuild() {
  const file = path.join(reports, "build.log");
  const log = openSync(file, "w");
  const program =
    'import("./scripts/support.mjs").then((support) => (support.ensureBuilt(), support.ensureComponentsBuilt()))';
  const child = spawn(process.execPath, ["--eval", program], { cwd: root, stdio: ["ignore", log, log] });
  closeSync(log);
  const [status] = await once(child, "exit");
  return { ok: status === 0, said: readFileSync(file, "utf8").trim() };
}

/** A check that passes or fails as one. @param {string} program @param {string[]} args */
function whole(program, ...args) {
  const ok = execute(program, ...args);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * A runner that ends badly without a failed test (a file that does not load, a report that is missing) has failed once.
 * @param {boolean} ok @param {number} [passed] @param {number} [failed] @param {number} [skipped]
 */
function counted(ok, passed, failed, skipped) {
  return { passed: passed || 0, failed: failed || (ok ? 0 : 1), skipped: skipped || 0 };
}

/** @param {string} title @param {string} [message] */
function noteFailure(title, message = "") {
  failures.push(`${title}\n${stripVTControlCharacters(message).split("\n").slice(0, FAILURE_LINES).join("\n")}`);
}

/** @param {any} suite a file or a describe of Playwright's report */
function noteFailedSpecs(suite) {
  for (const { ok, file, line, title, tests } of suite.specs ?? []) {
    if (ok) continue;
    const results = tests.flatMap((/** @type {any} */ test) => test.results);
    const error = results.map((/** @type {any} */ result) => result.error).find(Boolean);
    noteFailure(`${file}:${line} ${title}`, error?.message);
  }
  for (const inner of suite.suites ?? []) noteFailedSpecs(inner);
}

/** @param {string} program @param {string[]} args */
function execute(program, ...args) {
  const limits = { timeout: STEP_LIMIT_MS, killSignal: /** @type {const} */ ("SIGINT") };
  return spawnSync(program, args, { cwd: root, stdio: "inherit", ...limits }).status === 0;
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @param {Counts} counts */
function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
