// @ts-check
// Starts a PostgreSQL cluster: two nodes managed by Patroni and etcd. HAProxy forwards connections to the primary. PgBouncer, in
// transaction mode, is before HAProxy. docs/failover.md explains the settings. Needs Debian's packages patroni, etcd-server, haproxy,
// pgbouncer and postgresql.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  findPostgresFolder,
  findPostgresUser,
  listMissingPackages,
  makePostgresFolder,
  runSqlStatement,
} from "./postgres.mjs";

const DATABASE_NAME = "backoffice";
const SUPERUSER_PASSWORD = "failover-superuser";
const APP_PASSWORD = "failover-app";
const READY_TIMEOUT_MS = 90_000;
/** Interval in ms between checks of the cluster's state. */
const POLL_MS = 200;

/** @typedef {{ name: string, postgresPort: number, restPort: number, folder: string }} Node A PostgreSQL server with Patroni; `restPort`: port of Patroni's REST API */

/** Returns the Debian packages that the cluster needs and that are not installed. */
export const missingClusterPackages = () =>
  listMissingPackages({ patroni: "patroni", "etcd-server": "etcd", haproxy: "haproxy", pgbouncer: "pgbouncer" });

/**
 * Starts the cluster and creates the product's role and database.
 * @param {{ folder: string, firstPort: number, synchronous?: boolean }} options `firstPort`: first of eight free ports. `synchronous`:
 *   commits wait for the standby (default: true)
 */
export async function startPostgresCluster({ folder, firstPort, synchronous = true }) {
  const user = findPostgresUser();
  const programs = findPostgresFolder() ?? "";
  const [etcdPort, etcdPeerPort, haproxyPort, pgbouncerPort] = [firstPort, firstPort + 1, firstPort + 2, firstPort + 3];
  const nodes = ["node1", "node2"].map((name, index) => ({
    name,
    postgresPort: firstPort + 4 + index,
    restPort: firstPort + 6 + index,
    folder: path.join(folder, name),
  }));
  /** Processes of running programs, by name. @type {Map<string, import("node:child_process").ChildProcess>} */
  const processes = new Map();
  // Lets PostgreSQL's user traverse the parent folder, which mkdtemp creates for its owner only.
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
    /** Returns the URL of a node's PostgreSQL, which bypasses PgBouncer and HAProxy. @param {Node} node */
    directUrl: ({ postgresPort }) => `postgres://backoffice:${APP_PASSWORD}@127.0.0.1:${postgresPort}/${DATABASE_NAME}`,
    /**
     * Runs an SQL statement directly on a node. Returns the columns of each row as text.
     * @param {Node} node @param {string} statement
     */
    readRows: ({ postgresPort }, statement) => runAsSuperuser(postgresPort, DATABASE_NAME, statement),
    /** Kills PostgreSQL of a node with SIGKILL. Patroni keeps running. @param {Node} node */
    killPostgres(node) {
      process.kill(postmasterPid(node), "SIGKILL");
    },
    /** Kills Patroni and PostgreSQL of a node with SIGKILL, as in a machine failure. @param {Node} node */
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

  /** Starts Patroni, which starts PostgreSQL. @param {Node} node */
  function startNode(node) {
    run(node.name, "patroni", [path.join(folder, `${node.name}.yml`)]);
  }

  /** Starts a program and writes its output to a log file. @param {string} name @param {string} program @param {string[]} args */
  function run(name, program, args) {
    const output = openSync(path.join(folder, `${name}.log`), "a");
    const child = spawn(program, args, { ...user, cwd: folder, stdio: ["ignore", output, output] });
    closeSync(output);
    child.on("error", (error) => console.error(`${program} can't be started: ${error.message}`));
    processes.set(name, child);
  }

  /** Writes a configuration or password file that only PostgreSQL's user can read. @param {string} file @param {string} text */
  function writeConfig(file, text) {
    writeFileSync(file, text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
  }

  /** Waits until a node is the primary, and returns it. */
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

  /** Waits until the other node replicates from the primary, synchronously if `synchronous` is set. @param {Node} primary */
  async function waitForStandby(primary) {
    await waitFor("a standby", async () => {
      const { replication = [] } = (await stateOf(primary)) ?? {};
      return replication.some(({ sync_state }) => !synchronous || sync_state === "sync" || sync_state === "quorum");
    });
  }

  /** Creates the product's role and database on the primary. @param {number} port */
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

  /** Runs an SQL statement. @param {number} port @param {string} database @param {string} statement */
  function runAsSuperuser(port, database, statement) {
    const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
    return runSqlStatement(url, statement, { PGPASSWORD: SUPERUSER_PASSWORD });
  }

  /** Returns Patroni's YAML configuration as JSON, which is valid YAML. @param {Node} node */
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

/** Returns the process id of a node's PostgreSQL. @param {Node} node */
function postmasterPid({ folder }) {
  return Number(readFileSync(path.join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
}

/**
 * Returns the node's state from Patroni's REST API; null without a response.
 * @param {Node} node
 * @returns {Promise<{ state: string, role: string, replication?: { sync_state: string }[] } | null>}
 */
async function stateOf({ restPort }) {
  const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`).catch(() => null);
  return answer ? answer.json() : null;
}

/** Polls until a condition is true. @param {string} what @param {() => Promise<boolean>} isReached @throws after 90 s */
async function waitFor(what, isReached) {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isReached()); await delay(POLL_MS))
    if (Date.now() > deadline) throw new Error(`There was no ${what} within ${READY_TIMEOUT_MS / 1_000} s.`);
}
