// @ts-check
// Runs the tests of `npm run test:failover`, `test:replica` and `test:rolling`: preparation, start, result and exit code.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @typedef {{ folder: string, faults: string[] }} TestRun `folder`: temporary folder; `faults`: the test adds each problem as a sentence */
/** @typedef {{ stop(): Promise<unknown> }} Services Programs that are stopped after the test */

/**
 * Prepares the product, starts the services, runs the test, prints its faults and sets the exit code. Keeps the folder with the
 * logs only after a fault. Exits with 1 if Debian packages are missing.
 * @template {Services} Started
 * @param {object} test
 * @param {string} test.name part of the folder's name
 * @param {string[]} test.missing Debian packages that are not installed
 * @param {string} test.starting line printed before the start
 * @param {string} test.passed line printed if there is no fault
 * @param {() => void} test.prepare installs and builds the product
 * @param {(run: TestRun) => Promise<Started>} test.start starts the services
 * @param {(started: Started, run: TestRun) => Promise<void>} test.run
 */
export async function runClusterTest({ name, missing, starting, passed, prepare, start, run }) {
  if (missing.length) {
    console.error(`Install Debian's packages first: apt-get install ${missing.join(" ")}`);
    process.exit(1);
  }
  const folder = mkdtempSync(path.join(tmpdir(), `crossriverpay-${name}-`));
  /** @type {string[]} */
  const faults = [];
  try {
    prepare();
    console.log(starting);
    const started = await start({ folder, faults });
    try {
      await run(started, { folder, faults });
    } finally {
      await started.stop();
    }
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The logs are in ${folder}.`);
  for (const fault of faults) console.error(`✗ ${fault}`);
  if (faults.length === 0) console.log(`✓ ${passed}`);
  process.exitCode = faults.length ? 1 : 0;
}

/** Verifies ledger and audit trail, and adds each problem to the faults. @param {string} url @param {string} token @param {string[]} faults */
export async function verifyLedgerAndAuditTrail(url, token, faults) {
  const headers = { authorization: `Bearer ${token}` };
  const ledger = await fetchApiData(`${url}/api/v1/wallets/ledger-check`, headers);
  if (ledger.total !== 0 || ledger.faults.length) faults.push(`The ledger does not verify: ${JSON.stringify(ledger)}`);
  let trail = { checked: 0, finished: false, bad: null };
  while (!trail.finished)
    trail = await fetchApiData(`${url}/api/v1/system-logs/audit-trails/verify?after=${trail.checked}`, headers);
  if (trail.bad) faults.push(`The audit trail does not verify: ${JSON.stringify(trail.bad)}`);
}

/** Sends a GET call and returns its data. @param {string} url @param {Record<string, string>} headers @throws if the status is not 2xx */
export async function fetchApiData(url, headers) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}
