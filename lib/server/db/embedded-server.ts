import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { type PostgresOsUser, spawnArgsFor } from "./embedded-user";

/** Process id and port of a running PostgreSQL server. */
export interface RunningPostgres {
  readonly pid: number;
  readonly port: number;
}

/** Starts the server process and appends its messages to `logFile`. */
export function launchPostgres(
  user: PostgresOsUser,
  program: string,
  server: { cluster: string; port: number; durable: boolean; logFile: string },
): ChildProcess {
  const output = openLog(server.logFile);
  const { file, args, options } = spawnArgsFor(user, program, serverSettings(server));
  // A separate process group: Ctrl-C must reach only the app, which finishes running requests and then stops the server.
  const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", output, output] });
  child.unref();
  fs.closeSync(output);
  return child;
}

/** Settings for tests, which skip all writes needed only after a crash or for replication. */
const NON_DURABLE_SETTINGS = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  ...{ wal_level: "minimal", max_wal_senders: 0, max_wal_size: "4GB" },
};

/** Returns settings as command-line arguments, so that changes in a new release also apply to existing clusters. */
function serverSettings(server: { cluster: string; port: number; durable: boolean }): string[] {
  const values = {
    listen_addresses: "127.0.0.1",
    port: server.port,
    unix_socket_directories: "",
    max_connections: server.durable ? 60 : 200, // several test files run in parallel, one of them with fifty workers
    shared_buffers: server.durable ? "64MB" : "256MB", // each test file has its own database
    io_method: "sync", // starts no extra processes
    max_logical_replication_workers: 0, // disables logical replication
    jit: "off", // disables JIT, which is too expensive for short queries
    timezone: "UTC",
    log_timezone: "UTC",
    // Keeps PostgreSQL from logging errors of statements, which can contain personal data. The app logs them without such data.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...(server.durable ? {} : NON_DURABLE_SETTINGS),
  };
  return ["-D", server.cluster, ...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/**
 * Reads process id and port from PostgreSQL's `postmaster.pid`. Undefined if the file is missing or incomplete. The server may have ended since it
 * wrote the file.
 */
export function readPostgresInfo(cluster: string): RunningPostgres | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid && port ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true while a server creates `postmaster.pid`. Deletes a file that stays empty for 1 s. */
export function isPidFileBeingWritten(cluster: string): boolean {
  const file = path.join(cluster, "postmaster.pid");
  const fileStat = fs.statSync(file, { throwIfNoEntry: false });
  if (fileStat?.size !== 0) return false;
  const isStale = Date.now() - fileStat.mtimeMs > 1_000;
  if (isStale) fs.rmSync(file, { force: true });
  return !isStale;
}

/**
 * Writes this process's id into a stale `postmaster.pid`, if the id in the file now belongs to another program (after a reboot) or to a
 * zombie. PostgreSQL would refuse to start because of such an id, but it ignores the id of its parent process. If the file were deleted
 * instead, PostgreSQL would not check that no old process uses the data.
 */
export function replaceStalePid(cluster: string): void {
  const file = path.join(cluster, "postmaster.pid");
  const [, ...otherLines] = fs.readFileSync(file, "utf8").split("\n");
  fs.writeFileSync(file, [process.pid, ...otherLines].join("\n"));
}

/** Asks the server for its state: ready, busy (starting or stopping), or silent (no server is listening). */
export async function probePostgres(url: string): Promise<"ready" | "busy" | "silent"> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {}); // Ignored, because connect() rejects with the same error.
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "53300") return "ready"; // The server has no free connections.
    return code === "57P03" ? "busy" : "silent";
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the preferred port if free, otherwise a random free one below the range of outgoing connections. */
export async function findFreePort(preferred?: number): Promise<number> {
  for (let port = preferred; ; port = 15_000 + Math.floor(Math.random() * 15_000)) {
    if (!port) continue;
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Returns the last five lines of the server's log, for the error message of a failed start. */
export function lastServerLogLines(logFile: string): string {
  return fs.readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-5).join("\n");
}

/** Opens the log for appending. A log above 10 MB is renamed first and replaces the previous `.old` file. */
function openLog(file: string): number {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) fs.renameSync(file, `${file}.old`);
  return fs.openSync(file, "a", 0o600);
}
