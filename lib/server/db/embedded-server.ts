import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { commandFor, type ServerUser } from "./embedded-user";

/** A running server: the process and where it listens. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Starts the server process; its messages are appended to `logFile`. */
export function launchServer(
  user: ServerUser,
  program: string,
  server: { cluster: string; port: number; durable: boolean; logFile: string },
): ChildProcess {
  const output = openLog(server.logFile);
  const { file, args, options } = commandFor(user, program, settings(server));
  // A group of its own: Ctrl-C must reach the app alone, which first answers the requests under way.
  const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", output, output] });
  child.unref();
  fs.closeSync(output);
  return child;
}

/** For tests: nothing is written so that it could be read after a crash, or by another server. */
const NOTHING_SURVIVES = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  ...{ wal_level: "minimal", max_wal_senders: 0, max_wal_size: "4GB" },
};

/** The command line instead of a settings file, so that a new release's settings hold for old clusters too. */
function settings(server: { cluster: string; port: number; durable: boolean }): string[] {
  const values = {
    listen_addresses: "127.0.0.1",
    port: server.port,
    unix_socket_directories: "",
    max_connections: server.durable ? 60 : 200, // several test files at once, one of them with fifty workers
    shared_buffers: server.durable ? "64MB" : "256MB", // each test file has a database of its own
    io_method: "sync", // no extra processes
    max_logical_replication_workers: 0, // nothing replicates
    jit: "off", // costs more than it brings for short queries
    timezone: "UTC",
    log_timezone: "UTC",
    // PostgreSQL's messages about failed statements quote personal data; the app logs its errors itself, without it.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...(server.durable ? {} : NOTHING_SURVIVES),
  };
  return ["-D", server.cluster, ...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** What PostgreSQL itself notes about the server of a cluster, once it is written; the server may be long gone. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid && port ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a server is about to write its note. One that stays empty is a crash's, keeps every start out, and goes. */
export function isNoteUnderWay(cluster: string): boolean {
  const file = path.join(cluster, "postmaster.pid");
  const note = fs.statSync(file, { throwIfNoEntry: false });
  if (note?.size !== 0) return false;
  const stale = Date.now() - note.mtimeMs > 1_000;
  if (stale) fs.rmSync(file, { force: true });
  return !stale;
}

/**
 * For a note whose process number is taken by something else (after a reboot) or by a dead process, which keeps
 * PostgreSQL from starting. It ignores its parent's number; unlike after deleting the note, it still makes sure that no
 * process of the old server touches the data.
 */
export function disownPostmaster(cluster: string): void {
  const file = path.join(cluster, "postmaster.pid");
  const [, ...rest] = fs.readFileSync(file, "utf8").split("\n");
  fs.writeFileSync(file, [process.pid, ...rest].join("\n"));
}

/** Ready for queries, busy starting or stopping, or silent: nothing of ours listens there. */
export async function askServer(url: string): Promise<"ready" | "busy" | "silent"> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {}); // The same error also rejects connect().
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "53300") return "ready"; // All connections are in use.
    return code === "57P03" ? "busy" : "silent";
  } finally {
    await client.end().catch(() => {});
  }
}

/** The wished port if it is free, else a random one below the range that outgoing connections take theirs from. */
export async function freePort(wished?: number): Promise<number> {
  for (let port = wished; ; port = 15_000 + Math.floor(Math.random() * 15_000)) {
    if (!port) continue;
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** The end of the server's messages, for an error that says why it did not start. */
export function lastMessages(logFile: string): string {
  return fs.readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-5).join("\n");
}

/** Opens the log for appending; beyond 10 MB the old one is kept aside, once. */
function openLog(file: string): number {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) fs.renameSync(file, `${file}.old`);
  return fs.openSync(file, "a", 0o600);
}
