// @ts-check
// npm run test:rolling: 50 simulated admins use two instances of the server behind nginx (docs/deploy/nginx.conf). Each instance is restarted
// four times, one after the other. Fails if an admin would see a failed call, if a confirmed write is not stored exactly once, or if the
// ledger or the audit trail does not verify. docs/operations.md has the result.
//   --minutes 3          duration; 30 by default
//   --admins 20          number of admins; 50 by default
//   --other-build <dir>  .next/standalone of another version: restarts alternate between both builds
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startDemoServer } from "./demo-server.mjs";
import { listMissingPackages, runSqlStatement, startPostgres } from "./failover/postgres.mjs";
import { runClusterTest, verifyLedgerAndAuditTrail } from "./failover/run-test.mjs";
import { signInAs, simulateAdmin } from "./rolling/admin.mjs";
import { createSimulatedBrowser } from "./rolling/browser.mjs";
import { createInstanceFolders, readErrorLogLines, startServerInstance } from "./rolling/instances.mjs";
import { startNginx } from "./rolling/nginx.mjs";
import { CallResults } from "./rolling/results.mjs";
import { ensureInstalledAndBuilt, root } from "./support.mjs";

const { values: options } = parseArgs({
  options: { minutes: { type: "string" }, admins: { type: "string" }, "other-build": { type: "string" } },
});
const MINUTES = Number(options.minutes ?? 30);
const ADMINS = Number(options.admins ?? 50);
const STATIC = ".next/static";
const RESTARTS = 4;
const PASSWORD = "Demo-CrossRiver-2026";
const FIRST_PORT = Number(process.env.ROLLING_PORT ?? 5800);
const BUILD = path.join(root, ".next/standalone");
const OTHER_BUILD = path.resolve(options["other-build"] ?? BUILD);

/** @typedef {Awaited<ReturnType<typeof startServerInstance>>} Instance */
/** @typedef {{ browser: import("./rolling/browser.mjs").Browser, token: string, readCode: import("./rolling/admin.mjs").ReadCode,
 *   name: string }} Admin */

await runClusterTest({
  name: "rolling",
  missing: listMissingPackages({ nginx: "nginx", openssl: "openssl" }),
  prepare: ensureInstalledAndBuilt,
  starting: "Starting PostgreSQL and loading demo data …",
  passed: "No call failed, every acknowledged write is stored once, ledger and audit trail verify.",
  start: ({ folder }) => startPostgres({ folder: path.join(folder, "postgres"), port: FIRST_PORT }),
  run: testRolling,
});

/** Restarts the instances while the admins work. @param {Awaited<ReturnType<typeof startPostgres>>} database @param {import("./failover/run-test.mjs").TestRun} run */
async function testRolling(database, { folder, faults }) {
  const env = { DATABASE_URL: database.url, APP_SECRET: randomBytes(24).toString("hex"), LOG_LEVEL: "info" };
  const demo = await startDemoServer({ port: FIRST_PORT + 1, dataDir: path.join(folder, "demo"), env });
  await demo.stop();
  addAdmins(database.url);
  const places = createInstanceFolders(folder, FIRST_PORT + 1);
  const nginx = startNginx({
    ...{ example: path.join(root, "docs/deploy/nginx.conf"), folder: path.join(folder, "nginx"), port: FIRST_PORT + 3 },
    instancePorts: places.map(({ port }) => port),
  });
  const instanceEnv = {
    ...{ ...env, NODE_ENV: "production", SIMULATED_CITIZENS: "on", APP_ORIGIN: `https://${nginx.host}` },
    // Sets a larger pool and a longer wait than the defaults, because all programs share the machine. The wait is below the browser's timeout of
    // 15 s.
    ...{ DATABASE_POOL_SIZE: "20", DATABASE_WAIT_SECONDS: "10" },
  };
  /** @type {Instance[]} */
  const instances = [];
  try {
    for (const place of places) instances.push(await startServerInstance({ place, program: BUILD, env: instanceEnv }));
    const results = new CallResults();
    let endsAt = Number.POSITIVE_INFINITY;
    let areRestartsDone = false;
    const work = {
      users: readColumn(database.url, "select id from users where status = 'active' order by id limit 100"),
      picture: readFileSync(path.join(root, "public/icon-512.png")),
      ...{ filesOfBuild: buildFinder(), isOver: () => areRestartsDone && Date.now() >= endsAt },
    };
    const admins = signAllIn(nginx, results, places);
    const working = [];
    let token = "";
    for await (const admin of admins) {
      working.push(simulateAdmin({ ...admin, random: Math.random, work }));
      token ||= admin.token;
    }
    console.log(`${working.length} admins are signed in and work for ${MINUTES} minutes …`);
    endsAt = Date.now() + MINUTES * 60_000;
    await restartFourTimes({
      instances,
      places,
      env: instanceEnv,
      programs: programsToInstall(folder),
      endsAt,
      results,
    });
    areRestartsDone = true;
    const writes = await Promise.all(working);
    results.print();
    console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores.`);
    if (results.failed) faults.push(`${results.failed} of ${results.total} calls failed.`);
    compareWithDatabase(database.url, writes, faults);
    for (const place of places)
      for (const line of readErrorLogLines(place).slice(0, 10))
        console.log(`Error in the log of an instance: ${line.slice(0, 600)}`);
    await verifyLedgerAndAuditTrail(`http://127.0.0.1:${places[0].port}`, token, faults);
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await nginx.stop();
  }
}

/**
 * Restarts both instances four times, at even intervals. Stores the new processes in `instances`.
 * @param {{ instances: Instance[], places: ReturnType<typeof createInstanceFolders>, env: Record<string, string>, programs: readonly string[], endsAt: number,
 *   results: CallResults }} run `programs`: folders of the builds, which restarts use in turn
 */
async function restartFourTimes({ instances, places, env, programs, endsAt, results }) {
  const startedAt = Date.now();
  for (let restart = 0; restart < RESTARTS; restart++) {
    await delay(Math.max(0, startedAt + ((restart + 0.5) / RESTARTS) * (endsAt - startedAt) - Date.now()));
    /** @type {string[]} */
    const times = [];
    const program = programs[restart % programs.length] ?? BUILD;
    for (const [index, place] of places.entries()) {
      const ended = await instances[index]?.stop();
      const instance = await startServerInstance({ place, program, env });
      instances[index] = instance;
      times.push(`ended after ${seconds(ended?.ms)} (code ${ended?.code}), ready after ${seconds(instance.readyMs)}`);
    }
    console.log(`Rolling restart ${restart + 1}: ${times.join("; ")}. Load ${loadavg()[0]?.toFixed(1)}.`);
    console.log(`  ${results.failed} of ${results.total} calls have failed so far.`);
  }
}

/** Returns the folders of both builds. Copies the static files of the other build into each, as docs/deploy/README.md describes. @param {string} folder */
function programsToInstall(folder) {
  if (OTHER_BUILD === BUILD) return [BUILD];
  return [
    [OTHER_BUILD, BUILD],
    [BUILD, OTHER_BUILD],
  ].map(([build = "", before = ""], index) => {
    const program = path.join(folder, `build${index + 1}`);
    cpSync(build, program, { recursive: true, verbatimSymlinks: true });
    cpSync(path.join(before, STATIC), path.join(program, STATIC), { recursive: true, force: false });
    return program;
  });
}

function seconds(ms = 0) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Inserts admins with all rights and the password of the demo accounts. @param {string} url */
function addAdmins(url) {
  const owner = "select * from admins where email = 'owner@crossriverpay.example'";
  runSqlStatement(
    url,
    `with owner as (${owner}), added as (
       insert into admins (id, first_name, last_name, email, password_hash, status)
       select gen_random_uuid(), 'Rolling', 'Admin ' || number, 'rolling' || number || '@crossriverpay.example', password_hash, 'active'
       from owner, generate_series(1, ${ADMINS}) number returning id)
     insert into admin_roles (admin_id, role_id)
     select added.id, admin_roles.role_id from added, owner join admin_roles on admin_roles.admin_id = owner.id`,
  );
}

/**
 * Signs the admins in through nginx one by one, each from a separate IP address. @param {{ host: string, port: number }} nginx @param {CallResults} results
 * @param {ReturnType<typeof createInstanceFolders>} places @returns {AsyncGenerator<Admin>}
 */
async function* signAllIn(nginx, results, places) {
  for (let number = 1; number <= ADMINS; number++) {
    const browser = createSimulatedBrowser({ ...nginx, localAddress: `127.0.1.${number}`, results });
    const email = `rolling${number}@crossriverpay.example`;
    const readOwnCode = (/** @type {number} */ after) => readCode({ email, after, places });
    const token = await signInAs(browser, { email, password: PASSWORD }, readOwnCode);
    yield { browser, token, readCode: readOwnCode, name: `Rolling ${number}` };
  }
}

/**
 * Waits up to 30 s for a mail with a code, in the outbox folders of both instances.
 * @param {{ email: string, after: number, places: ReturnType<typeof createInstanceFolders> }} mail `after`: in ms since 1970
 */
async function readCode({ email, after, places }) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(50)) {
    for (const { dataDir } of places) {
      const outbox = path.join(dataDir, "outbox");
      for (const name of existsSync(outbox) ? readdirSync(outbox) : []) {
        // The name of a mail's file begins with the mail's time, in ms since 1970.
        const isNew = name.endsWith(".eml") && Number.parseInt(name, 10) >= after;
        const text = isNew ? readFileSync(path.join(outbox, name), "utf8") : "";
        const [code] = (text.includes(email) && /\b\d{6}\b/.exec(text.split(/^Subject/m).at(-1) ?? "")) || [];
        if (code) return code;
      }
    }
  }
  throw new Error(`No mail with a code came to ${email} within half a minute.`);
}

/** Returns a function that takes URLs of static files and lists all static files of the build that contains these URLs. */
function buildFinder() {
  const builds = [BUILD, OTHER_BUILD].map((folder) => {
    const files = readdirSync(path.join(folder, STATIC), { recursive: true, encoding: "utf8" });
    return files.filter((name) => /\.(js|css)$/.test(name)).map((name) => `/_next/static/${name}`);
  });
  const sets = builds.map((files) => new Set(files));
  return (/** @type {readonly string[]} */ urls) =>
    builds.find((_, index) => urls.filter((url) => /\.(js|css)$/.test(url)).every((url) => sets[index]?.has(url))) ??
    [];
}

/** Returns the first column of a query's rows. @param {string} url @param {string} statement @returns {string[]} */
function readColumn(url, statement) {
  return runSqlStatement(url, statement).map(([value = ""]) => value);
}

/**
 * Adds faults for confirmed writes that are missing, and for writes stored twice.
 * @param {string} url @param {readonly import("./rolling/admin.mjs").Writes[]} writes @param {string[]} faults
 */
function compareWithDatabase(url, writes, faults) {
  const stored = {
    notes: readColumn(url, "select text from user_notes where text like 'Rolling %'"),
    groups: readColumn(url, "select name from user_groups where name like 'Rolling-%'"),
    images: readColumn(url, "select id from images"),
  };
  for (const kind of /** @type {const} */ (["notes", "groups", "images"])) {
    const acknowledged = writes.flatMap((each) => each[kind]);
    const known = new Set(stored[kind]);
    const lost = acknowledged.filter((each) => !known.has(each));
    const repeated = stored[kind].length - known.size;
    console.log(`${kind}: ${acknowledged.length} acknowledged, ${lost.length} lost, ${repeated} stored twice.`);
    if (lost.length) faults.push(`${lost.length} acknowledged ${kind} are lost: ${lost.slice(0, 5).join(", ")}`);
    if (repeated) faults.push(`${repeated} ${kind} are stored twice.`);
    if (acknowledged.length === 0) faults.push(`No ${kind} were written.`);
  }
}
