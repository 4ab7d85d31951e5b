// @ts-check
// Starts two PostgreSQL instances with synchronous replication under Patroni (with etcd), HAProxy, which leads to the primary, and PgBouncer
// in transaction mode in front of it. docs/failover.md explains the settings. Needs Debian's packages patroni, etcd-server, haproxy,
// pgbouncer and postgresql.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findPostgresFolder, findUser, listMissingPackages, makePostgresFolder, runStatement } from "./postgres.mjs";

const DATABASE_NAME = "backoffice";
const SUPERUSER_PASSWORD = "failover-superuser";
const APP_PASSWORD = "failover-app";
const READY_TIMEOUT_MS = 90_000;
/** Time in ms between two looks at the state of the cluster. */
const POLL_MS = 200;

/** @typedef {{ name: string, postgresPort: number, restPort: number, folder: string }} Node */

/** Returns the packages of Debian that are not installed. */
export const missingPackages = () =>
  listMissingPackages({ patroni: "patroni", "etcd-server": "etcd", haproxy: "haproxy", pgbouncer: "pgbouncer" });

/**
 * Starts the cluster and creates the product's role and database.
 * @param {{ folder: string, firstPort: number, synchronous?: boolean }} options `firstPort`: first of eight free ports. `synchronous`: true
 *   (default) if commits wait for the standby
 */
export async function startCluster({ folder, firstPort, synchronous = true }) {
  const user = findUser();
  const programs = findPostgresFolder() ?? "";
  const [etcdPort, etcdPeerPort, haproxyPort, pgbouncerPort] = [firstPort, firstPort + 1, firstPort + 2, firstPort + 3];
  const nodes = ["node1", "node2"].map((name, index) => ({
    name,
    postgresPort: firstPort + 4 + index,
    restPort: firstPort + 6 + index,
    folder: path.join(folder, name),
  }));
  /** @type {Map<string, import("node:child_process").ChildProcess>} */
  const processes = new Map();
  // Lets PostgreSQL's user pass through a folder of mkdtemp, which only its owner may enter.
  chmodSync(path.dirname(folder), 0o711);
  makePostgresFolder(folder);
  for (const node of nodes) makePostgresFolder(node.folder);

  run("etcd", "etcd", [
    ...["--data-dir", path.join(folder, "etcd"), "--listen-peer-urls", `http://127.0.0.1:${etcdPeerPort}`],
    ...["--initial-advertise-peer-urls", `http://127.0.0.1:${etcdPeerPort}`],
    ...["--initial-cluster", `default=http://127.0.0.1:${etcdPeerPort}`],
    ...[
      "--listen-client-urls",
      `http://127.0.0.1:${etcdPort}`,
      "--advertise-client-urls",
      `http://127.0.0.1:${etcdPort}`,
    ],
  ]);
  for (const node of nodes) {
    writeConfig(path.join(folder, `${node.name}.yml`), patroniConfig(node));
    startNode(node);
    await waitFor(`node ${node.name}`, async () => (await stateOf(node))?.state === "running");
  }
  const primary = await waitForPrimary();
  await waitForStandby(primary);
  createDatabase(primary.postgresPort);
  writeConfig(path.join(folder, "haproxy.cfg"), haproxyConfig());
  run("haproxy", "haproxy", ["-f", path.join(folder, "haproxy.cfg"), "-db"]);
  writeConfig(path.join(folder, "users.txt"), `"backoffice" "${APP_PASSWORD}"\n`);
  writeConfig(path.join(folder, "pgbouncer.ini"), pgbouncerConfig());
  run("pgbouncer", "pgbouncer", [path.join(folder, "pgbouncer.ini")]);

  return {
    url: `postgres://backoffice:${APP_PASSWORD}@127.0.0.1:${pgbouncerPort}/${DATABASE_NAME}`,
    waitForPrimary,
    waitForStandby,
    /** Returns the node that is not the primary. @param {Node} primary */
    standbyOf: (primary) => nodes.find((node) => node !== primary) ?? primary,
    /** Returns the address of a node's PostgreSQL, past PgBouncer and HAProxy. @param {Node} node */
    directUrl: ({ postgresPort }) => `postgres://backoffice:${APP_PASSWORD}@127.0.0.1:${postgresPort}/${DATABASE_NAME}`,
    /**
     * Runs a statement on a node, past PgBouncer and HAProxy. Returns the columns of each row as text.
     * @param {Node} node @param {string} statement
     */
    readRows: ({ postgresPort }, statement) => runAsSuperuser(postgresPort, DATABASE_NAME, statement),
    /** Kills the PostgreSQL of a node with SIGKILL. Its Patroni goes on. @param {Node} node */
    killPostgres(node) {
      process.kill(postmasterPid(node), "SIGKILL");
    },
    /** Kills Patroni and PostgreSQL of a node with SIGKILL, as when a machine fails. @param {Node} node */
    killNode(node) {
      const pid = postmasterPid(node);
      processes.get(node.name)?.kill("SIGKILL");
      process.kill(pid, "SIGKILL");
    },
    startNode,
    async stop() {
      for (const [, child] of [...processes].reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = once(child, "exit");
        child.kill("SIGINT");
        await Promise.race([exited, delay(15_000).then(() => child.kill("SIGKILL"))]);
      }
    },
  };

  /** @param {Node} node */
  function startNode(node) {
    run(node.name, "patroni", [path.join(folder, `${node.name}.yml`)]);
  }

  /** Starts a program whose output goes to a file. @param {string} name @param {string} program @param {string[]} args */
  function run(name, program, args) {
    const output = openSync(path.join(folder, `${name}.log`), "a");
    const child = spawn(program, args, { ...user, cwd: folder, stdio: ["ignore", output, output] });
    closeSync(output);
    child.on("error", (error) => console.error(`${program} can't be started: ${error.message}`));
    processes.set(name, child);
  }

  /** @param {string} file @param {string} text */
  function writeConfig(file, text) {
    writeFileSync(file, text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
  }

  /** Returns the node that is primary. */
  async function waitForPrimary() {
    /** @type {Node | undefined} */
    let primary;
    await waitFor("a primary", async () => {
      for (const node of nodes) if ((await stateOf(node))?.role === "master") primary = node;
      return primary !== undefined;
    });
    if (!primary) throw new Error("There is no primary.");
    return primary;
  }

  /** Waits until the other node is a standby; with `synchronous`, one whose confirmation every commit waits for. @param {Node} primary */
  async function waitForStandby(primary) {
    await waitFor("a standby", async () => {
      const { replication = [] } = (await stateOf(primary)) ?? {};
      return replication.some(({ sync_state }) => !synchronous || sync_state === "sync" || sync_state === "quorum");
    });
  }

  /** @param {number} port */
  function createDatabase(port) {
    const statements = [
      `create role backoffice login password '${APP_PASSWORD}'`,
      "alter role backoffice set statement_timeout = '15s'",
      "alter role backoffice set idle_in_transaction_session_timeout = '15s'",
      "alter role backoffice set max_parallel_workers_per_gather = 0",
      `create database ${DATABASE_NAME} owner backoffice`,
    ];
    for (const statement of statements) runAsSuperuser(port, "postgres", statement);
  }

  /** @param {number} port @param {string} database @param {string} statement */
  function runAsSuperuser(port, database, statement) {
    const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
    return runStatement(url, statement, { PGPASSWORD: SUPERUSER_PASSWORD });
  }

  /** JSON is valid YAML. @param {Node} node */
  function patroniConfig(node) {
    return JSON.stringify({
      scope: "backoffice",
      name: node.name,
      etcd3: { hosts: `127.0.0.1:${etcdPort}` },
      restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
      bootstrap: {
        dcs: {
          ...{ ttl: 8, loop_wait: 2, retry_timeout: 3, primary_start_timeout: 0, master_start_timeout: 0 },
          ...{ synchronous_mode: synchronous },
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, wal_log_hints: "on", wal_keep_size: "256MB" },
          },
        },
        initdb: ["data-checksums", { encoding: "UTF8" }, { locale: "C.UTF-8" }],
        pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      },
      postgresql: {
        listen: `127.0.0.1:${node.postgresPort}`,
        connect_address: `127.0.0.1:${node.postgresPort}`,
        data_dir: path.join(node.folder, "data"),
        bin_dir: programs,
        pgpass: path.join(node.folder, "pgpass"),
        authentication: {
          superuser: { username: "postgres", password: SUPERUSER_PASSWORD },
          replication: { username: "replicator", password: SUPERUSER_PASSWORD },
        },
        parameters: { unix_socket_directories: node.folder },
      },
    });
  }

  function haproxyConfig() {
    const servers = nodes.map(
      ({ name, postgresPort, restPort }) => `  server ${name} 127.0.0.1:${postgresPort} check port ${restPort}`,
    );
    return `global
  maxconn 500
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${haproxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
  }

  function pgbouncerConfig() {
    return `[databases]
${DATABASE_NAME} = host=127.0.0.1 port=${haproxyPort} dbname=${DATABASE_NAME}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pgbouncerPort}
unix_socket_dir =
auth_type = plain
auth_file = ${path.join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 5
`;
  }
}

/** @param {Node} node */
function postmasterPid({ folder }) {
  return Number(readFileSync(path.join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
}

/**
 * Returns what Patroni reports about its node.
 * @param {Node} node
 * @returns {Promise<{ state: string, role: string, replication?: { sync_state: string }[] } | null>}
 */
async function stateOf({ restPort }) {
  const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`).catch(() => null);
  return answer ? answer.json() : null;
}

/** @param {string} what @param {() => Promise<boolean>} isReached @throws after a minute and a half */
async function waitFor(what, isReached) {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isReached()); await delay(POLL_MS))
    if (Date.now() > deadline) throw new Error(`There was no ${what} within ${READY_TIMEOUT_MS / 1_000} s.`);
}
