// @ts-check
// Finds PostgreSQL installed by Debian's packages, and starts a server, for the tests of failover, replica and rolling restarts.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const READY_TIMEOUT_MS = 60_000;

/** Returns the program folder of the newest PostgreSQL installed by Debian's packages. */
export function findPostgresFolder() {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").map(Number) : [];
  const folders = versions.sort((a, b) => b - a).map((version) => `/usr/lib/postgresql/${version}/bin`);
  return folders.find((folder) => existsSync(path.join(folder, "postgres")));
}

/**
 * Returns Debian's user `postgres` if this process runs as root, because PostgreSQL refuses to run as root.
 * @returns {{ uid?: number, gid?: number }}
 */
export function findPostgresUser() {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, "postgres"]).stdout.toString()));
  return { uid, gid };
}

/** Returns the Debian packages whose programs are missing. @param {Record<string, string>} programs program by package */
export function listMissingPackages(programs) {
  const missing = Object.entries(programs).filter(([, program]) => spawnSync("which", [program]).status !== 0);
  return [...missing.map(([name]) => name), ...(findPostgresFolder() ? [] : ["postgresql"])];
}

/** Creates a folder that only PostgreSQL's user can access. @param {string} folder */
export function makePostgresFolder(folder) {
  const user = findPostgresUser();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
}

/**
 * Runs an SQL statement with psql. Returns the columns of each row as text.
 * @param {string} url @param {string} statement @param {Record<string, string>} [env] @throws the error output of psql
 */
export function runSqlStatement(url, statement, env = {}) {
  const options = ["-v", "ON_ERROR_STOP=1", "-A", "-t", "-F", "\t", "-c", statement];
  const result = spawnSync(path.join(findPostgresFolder() ?? "", "psql"), ["-d", url, ...options], {
    env: { ...process.env, ...env },
    maxBuffer: 100_000_000,
  });
  if (result.status !== 0) throw new Error(result.stderr.toString());
  const lines = result.stdout.toString().split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t"));
}

/**
 * Starts PostgreSQL with an empty database `backoffice`. Keeps fsync on, as in production.
 * @param {{ folder: string, port: number }} options
 */
export async function startPostgres({ folder, port }) {
  const programs = findPostgresFolder() ?? "";
  // Lets PostgreSQL's user traverse the parent folder, which mkdtemp creates for its owner only.
  chmodSync(path.dirname(folder), 0o711);
  makePostgresFolder(folder);
  const data = path.join(folder, "data");
  const options = { ...findPostgresUser(), cwd: folder };
  const initArgs = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  const made = spawnSync(path.join(programs, "initdb"), initArgs, options);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  const output = openSync(path.join(folder, "postgres.log"), "a");
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(path.join(programs, "postgres"), args, { ...options, stdio: ["ignore", output, output] });
  closeSync(output);
  const url = `postgres://postgres@127.0.0.1:${port}`;
  for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await delay(200)) {
    try {
      runSqlStatement(`${url}/postgres`, "create database backoffice");
      break;
    } catch (error) {
      if (Date.now() > deadline || server.exitCode !== null) throw error;
    }
  }
  return {
    url: `${url}/backoffice`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, "exit");
      server.kill("SIGINT");
      await exited;
    },
  };
}
