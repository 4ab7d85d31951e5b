// @ts-check
// npm run test:replica: runs two instances of the server with a primary and a streaming replica. Adds 200 groups, each through one instance, and
// lists them through the other, first alone, then beside 8 writers. Fails if a list lacks the new group, if too few reads ran on the replica, or
// if a read fails while the replica is killed and restarted. docs/failover.md has the result.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { signIn, startDemoServer } from "./demo-server.mjs";
import { missingClusterPackages, startPostgresCluster } from "./failover/cluster.mjs";
import { runClusterTest } from "./failover/run-test.mjs";
import { ensureInstalledAndBuilt } from "./support.mjs";

const TRIES = 200;
const WRITERS = 8;
/** Time in ms for which lists are read before the kill, before the restart and after it. */
const READ_MS = 5_000;
const FIRST_PORT = Number(process.env.FAILOVER_PORT ?? 5700);
const METRICS_TOKEN = randomBytes(24).toString("hex");
const GROUPS = "/api/v1/user-management/user-groups";

/** @typedef {Awaited<ReturnType<typeof startPostgresCluster>>} Cluster PostgreSQL with a replica */
/** @typedef {{ urls: readonly [string, string], token: string }} Instances Both app servers and an admin's token */

/** Problems found by the test, as sentences. @type {string[]} */
let faults = [];
await runClusterTest({
  name: "replica",
  missing: missingClusterPackages(),
  prepare: ensureInstalledAndBuilt,
  starting: "Starting a primary and a streaming replica with Patroni, HAProxy and PgBouncer …",
  passed: "Every own write was in the next list, and no read failed without the replica.",
  start: ({ folder }) =>
    startPostgresCluster({ folder: path.join(folder, "cluster"), firstPort: FIRST_PORT, synchronous: false }),
  run: testReplica,
});

/** Tests writes, lists and the loss of the replica. @param {Cluster} cluster @param {import("./failover/run-test.mjs").TestRun} run */
async function testReplica(cluster, { folder, ...run }) {
  faults = run.faults;
  const standby = cluster.standbyOf(await cluster.waitForPrimary());
  const env = {
    ...{ DATABASE_URL: cluster.url, DATABASE_REPLICA_URL: cluster.directUrl(standby), DATABASE_WAIT_SECONDS: "10" },
    ...{ APP_SECRET: randomBytes(24).toString("hex"), SIMULATED_CITIZENS: "off", METRICS_TOKEN },
  };
  const dataDir = path.join(folder, "data");
  const first = await startDemoServer({ port: FIRST_PORT + 10, dataDir, env });
  const second = await startDemoServer({ port: FIRST_PORT + 11, dataDir: path.join(folder, "data2"), env });
  try {
    /** @type {Instances} */
    const instances = { urls: [first.url, second.url], token: await signIn(first.url, dataDir, "owner") };
    await writeAndList(instances, "Alone");
    let isWorking = true;
    const writers = Array.from({ length: WRITERS }, async (_, index) => {
      for (let count = 0; isWorking; count++) await addGroup(instances, index, `Writer ${index}-${count}`);
    });
    // Waits for the writers even after a fault. They would fail once the servers stop, and their errors would hide the fault.
    const allEnded = Promise.allSettled(writers);
    try {
      await writeAndList(instances, "Busy");
    } finally {
      isWorking = false;
      await allEnded;
    }
    await Promise.all(writers);
    const counts = await countReads(instances);
    const [[commits] = []] = cluster.readRows(
      standby,
      "select xact_commit from pg_stat_database where datname = current_database()",
    );
    console.log(
      `${counts.replica} reads ran on the replica, ${counts.primary} on the primary; the replica counts ${commits} transactions.`,
    );
    if (counts.replica < TRIES) faults.push("The replica served too few reads.");
    await readWithoutReplica(cluster, standby, instances);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}

/** Adds groups through one instance and lists them through the other. @param {Instances} instances @param {string} name */
async function writeAndList(instances, name) {
  let missed = 0;
  for (let count = 0; count < TRIES; count++) {
    const group = `${name} ${String(count).padStart(3, "0")}`;
    await addGroup(instances, count, group);
    const { items } = await readList(instances, count + 1, group);
    if (!items.some((/** @type {{ name: string }} */ item) => item.name === group)) missed++;
  }
  console.log(`${name}: ${TRIES - missed} of ${TRIES} groups were in the next list of the other instance.`);
  if (missed) faults.push(`${name}: ${missed} lists missed the group that was added before.`);
}

/** Reads lists while the replica is killed and restarted. @param {Cluster} cluster @param {Parameters<Cluster["killNode"]>[0]} standby @param {Instances} instances */
async function readWithoutReplica(cluster, standby, instances) {
  let isWorking = true;
  let [done, longestMs] = [0, 0];
  const readers = Array.from({ length: WRITERS }, async () => {
    while (isWorking) {
      const startedAt = performance.now();
      await readList(instances, done++, "").catch((error) => faults.push(error.message));
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
  });
  await delay(READ_MS);
  cluster.killNode(standby);
  await delay(READ_MS);
  const without = await countReads(instances);
  cluster.startNode(standby);
  await cluster.waitForStandby(await cluster.waitForPrimary());
  await delay(READ_MS);
  isWorking = false;
  await Promise.all(readers);
  const after = await countReads(instances);
  console.log(
    `${done} lists while the replica was killed and started again: ${faults.length} failed, the slowest took ${(longestMs / 1_000).toFixed(1)} s. ` +
      `${after.replica - without.replica} ran on the replica after its start.`,
  );
  if (after.replica === without.replica) faults.push("The replica was not used again.");
}

/** Adds a user group through one of the two instances: `index % 2`. @param {Instances} instances @param {number} index @param {string} name */
async function addGroup({ urls, token }, index, name) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ name, kind: "static" });
  const answer = await fetch(`${urls[index % 2]}${GROUPS}`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`A group was not added: ${answer.status} ${await answer.text()}`);
}

/** Lists user groups through one of the two instances: `index % 2`. @param {Instances} instances @param {number} index @param {string} search */
async function readList({ urls, token }, index, search) {
  const url = `${urls[index % 2]}${GROUPS}?size=20${search && `&q=${encodeURIComponent(search)}`}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`A list failed: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Returns the number of reads of both instances on each database, from their metrics. @param {Instances} instances */
async function countReads({ urls }) {
  const counts = { replica: 0, primary: 0 };
  for (const url of urls) {
    const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    for (const [, database, count] of (await answer.text()).matchAll(/replica_reads_total\{database="(\w+)"\} (\d+)/g))
      if (database === "replica" || database === "primary") counts[database] += Number(count);
  }
  return counts;
}
