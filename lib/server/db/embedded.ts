import type { ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { clusterDatabaseUrl, ensureCluster, findPostgres, isPidInUse, isProcessAlive } from "./embedded-cluster";
import {
  findFreePort,
  isPidFileBeingWritten,
  lastServerLogLines,
  launchPostgres,
  probePostgres,
  type RunningPostgres,
  readPostgresInfo,
  replaceStalePid,
} from "./embedded-server";
import { choosePostgresOsUser } from "./embedded-user";

/** Options of `startEmbeddedPostgres`. */
export interface EmbeddedOptions {
  /** Absolute path. The cluster is in its subfolder `postgres`; the server's log is `postgres.log`. */
  readonly dataDir: string;
  /** False only for tests: faster, but a power failure loses data. */
  readonly durable?: boolean;
  readonly log?: (message: string) => void;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL for the lifetime of this process. Takes over a server that a killed process left running, and
 * restarts a crashed one on the same port. Processes with the same folder share a server; the last one stops it. Call
 * it once per folder and process.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = console.error } = options;
  const dataDir = prepareFolder(options.dataDir);
  const cluster = path.join(dataDir, "postgres");
  const logFile = path.join(dataDir, "postgres.log");
  const programs = findPostgres();
  const user = choosePostgresOsUser({ initdb: programs.initdb, dataDir, cluster });
  ensureCluster(cluster, programs, user, durable);
  const unregisterUser = registerUser(path.join(dataDir, "postgres.users"));

  let runningServer: RunningPostgres | undefined;
  /** Process of a PostgreSQL server that is starting. It is also stopped when this process exits. */
  let startingChild: ChildProcess | undefined;

  /** Takes over a running server or starts one, whichever succeeds first. Another process may do the same at the same time. */
  async function startOrAttach(fixedPort?: number): Promise<RunningPostgres> {
    let child: ChildProcess | undefined;
    let heard = Date.now();
    for (let failures = 0; ; await delay(50 * 4 ** failures)) {
      if (isPidFileBeingWritten(cluster)) continue;
      const found = readPostgresInfo(cluster);
      // Ignores a process id that is this process's own: an earlier container's process had the same id, or replaceStalePid wrote it.
      if (found && found.pid !== process.pid && isProcessAlive(found.pid)) {
        const answer = await probePostgres(clusterDatabaseUrl(cluster, found.port));
        if (answer === "ready") {
          startingChild = undefined;
          return found;
        }
        if (answer === "busy") heard = Date.now();
        else if (found.pid !== child?.pid && Date.now() - heard > 5_000) replaceStalePid(cluster);
      } else if (!child || child.exitCode !== null || child.signalCode !== null) {
        if (child && ++failures === 3) throw new Error(`PostgreSQL does not start:\n${lastServerLogLines(logFile)}`);
        if (found && isPidInUse(found.pid)) replaceStalePid(cluster);
        // Reuses the port after a crash, because other processes may be reconnecting to it.
        const port = fixedPort ?? (await findFreePort(found?.port));
        const launched = launchPostgres(user, programs.postgres, { cluster, port, durable, logFile });
        launched.on("error", (error) => log(`PostgreSQL cannot be started: ${error.message}`));
        launched.on("exit", () => {
          if (startingChild === launched) startingChild = undefined;
        });
        child = launched;
        startingChild = launched;
      }
      if (Date.now() - heard > 60_000) throw new Error(`PostgreSQL does not answer. Its messages are in ${logFile}.`);
    }
  }

  const serverPid = () => startingChild?.pid ?? runningServer?.pid;
  const isStopped = () => {
    const pid = serverPid();
    return !pid || !isProcessAlive(pid) || (!startingChild && readPostgresInfo(cluster)?.pid !== pid);
  };
  /** Sends SIGINT, which rolls back open statements, if no other process uses the server. Returns true if sent. */
  function signalEnd(): boolean {
    clearInterval(crashWatch);
    process.off("exit", onExit);
    const pid = serverPid();
    return unregisterUser() && !isStopped() && !!pid && process.kill(pid, "SIGINT");
  }
  // Next.js finishes running requests and then calls process.exit, after which no asynchronous code runs. Blocks until the
  // server has ended, so that the folder is free when this process exits.
  function onExit(): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    if (signalEnd()) for (let waited = 0; waited < 10_000 && !isStopped(); waited += 20) Atomics.wait(clock, 0, 0, 20);
  }
  process.on("exit", onExit);

  let restart: Promise<void> | undefined;
  async function restartAfterCrash(port: number): Promise<void> {
    log("PostgreSQL has stopped unexpectedly; it is started again.");
    try {
      runningServer = await startOrAttach(port);
      log("PostgreSQL is running again.");
    } catch (error) {
      log(String(error));
      await delay(2_000);
    }
    restart = undefined;
  }
  const crashWatch = setInterval(() => {
    if (runningServer && !isProcessAlive(runningServer.pid)) restart ??= restartAfterCrash(runningServer.port);
  }, 250).unref();
  try {
    runningServer = await startOrAttach();
  } catch (error) {
    signalEnd();
    throw error;
  }

  return {
    url: clusterDatabaseUrl(cluster, runningServer.port),
    async stop() {
      clearInterval(crashWatch);
      await restart;
      if (signalEnd()) while (!isStopped()) await delay(20);
    },
  };
}

function prepareFolder(dataDir: string): string {
  try {
    // If this process is root, lets the user that runs the server enter the folder, but not list its files.
    fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    fs.accessSync(dataDir, fs.constants.W_OK);
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw new Error(`Cannot write to the data folder ${dataDir}. Choose another with DATA_DIR.`, { cause: error });
  }
}

/**
 * Registers this process as a user of the server.
 * @returns a function that ends the registration, and returns true if no other process uses the server
 */
function registerUser(folder: string): () => boolean {
  const userFile = path.join(folder, String(process.pid));
  fs.mkdirSync(folder, { recursive: true });
  for (const pid of fs.readdirSync(folder))
    if (!isProcessAlive(Number(pid))) fs.rmSync(path.join(folder, pid), { force: true });
  fs.writeFileSync(userFile, "");
  return () => {
    fs.rmSync(userFile, { force: true });
    return !fs.readdirSync(folder).some((pid) => isProcessAlive(Number(pid)));
  };
}
