import type { ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { clusterUrl, ensureCluster, findPrograms, isAlive, isTaken } from "./embedded-cluster";
import {
  askServer,
  disownPostmaster,
  freePort,
  isNoteUnderWay,
  lastMessages,
  launchServer,
  type Postmaster,
  readPostmaster,
} from "./embedded-server";
import { chooseServerUser } from "./embedded-user";

export interface EmbeddedOptions {
  /** Absolute; the cluster is `postgres` in it, the server's messages are in `postgres.log`. */
  readonly dataDir: string;
  /** False only for tests: faster, and nothing survives a power cut. */
  readonly durable?: boolean;
  readonly log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server, unless another process still uses it. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL for as long as this process lives. A server that a killed process left behind is taken over, one that
 * dies is started again on the same port, and processes with the same folder share one: the last to leave ends it.
 * Call it once per folder and process.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = console.error } = options;
  const dataDir = prepareFolder(options.dataDir);
  const cluster = path.join(dataDir, "postgres");
  const logFile = path.join(dataDir, "postgres.log");
  const programs = findPrograms();
  const user = chooseServerUser({ initdb: programs.initdb, dataDir, cluster });
  ensureCluster(cluster, programs, user, durable);
  const leave = enter(path.join(dataDir, "postgres.users"));

  let current: Postmaster | undefined;
  /** A server that is starting: ended with this process as well, so that a stop during start leaves nothing running. */
  let starting: ChildProcess | undefined;

  /** Takes over a running server or starts one, whichever works first; another process may be doing the same. */
  async function bringUp(fixedPort?: number): Promise<Postmaster> {
    let child: ChildProcess | undefined;
    let heard = Date.now();
    for (let failures = 0; ; await delay(50 * 4 ** failures)) {
      if (isNoteUnderWay(cluster)) continue;
      const found = readPostmaster(cluster);
      // Its own number is no server's: a former container's process had it, or disownPostmaster wrote it.
      if (found && found.pid !== process.pid && isAlive(found.pid)) {
        const answer = await askServer(clusterUrl(cluster, found.port));
        if (answer === "ready") {
          starting = undefined;
          return found;
        }
        if (answer === "busy") heard = Date.now();
        else if (found.pid !== child?.pid && Date.now() - heard > 5_000) disownPostmaster(cluster);
      } else if (!child || child.exitCode !== null || child.signalCode !== null) {
        if (child && ++failures === 3) throw new Error(`PostgreSQL does not start:\n${lastMessages(logFile)}`);
        if (found && isTaken(found.pid)) disownPostmaster(cluster);
        // After a crash the old port, which other processes may be waiting at.
        const port = fixedPort ?? (await freePort(found?.port));
        const made = launchServer(user, programs.postgres, { cluster, port, durable, logFile });
        made.on("error", (error) => log(`PostgreSQL cannot be started: ${error.message}`));
        made.on("exit", () => {
          if (starting === made) starting = undefined;
        });
        child = made;
        starting = made;
      }
      if (Date.now() - heard > 60_000) throw new Error(`PostgreSQL does not answer. Its messages are in ${logFile}.`);
    }
  }

  const serverPid = () => starting?.pid ?? current?.pid;
  const hasEnded = () => {
    const pid = serverPid();
    return !pid || !isAlive(pid) || (!starting && readPostmaster(cluster)?.pid !== pid);
  };
  /** Whether the server was told to end: statements under way are rolled back, the data is written out. */
  function signalEnd(): boolean {
    clearInterval(watch);
    process.off("exit", onExit);
    const pid = serverPid();
    return leave() && !hasEnded() && !!pid && process.kill(pid, "SIGINT");
  }
  // Next answers what is under way and then calls process.exit. Nothing asynchronous runs any more at that point, and
  // waiting here lets anyone who sees this process gone rely on the folder being free.
  function onExit(): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    if (signalEnd()) for (let waited = 0; waited < 10_000 && !hasEnded(); waited += 20) Atomics.wait(clock, 0, 0, 20);
  }
  process.on("exit", onExit);

  let restart: Promise<void> | undefined;
  async function revive(port: number): Promise<void> {
    log("PostgreSQL has stopped unexpectedly; it is started again.");
    try {
      current = await bringUp(port);
      log("PostgreSQL is running again.");
    } catch (error) {
      log(String(error));
      await delay(2_000);
    }
    restart = undefined;
  }
  const watch = setInterval(() => {
    if (current && !isAlive(current.pid)) restart ??= revive(current.port);
  }, 250).unref();
  try {
    current = await bringUp();
  } catch (error) {
    signalEnd();
    throw error;
  }

  return {
    url: clusterUrl(cluster, current.port),
    async stop() {
      clearInterval(watch);
      await restart;
      if (signalEnd()) while (!hasEnded()) await delay(20);
    },
  };
}

function prepareFolder(dataDir: string): string {
  try {
    // When this process is root, another user must be able to pass through; nobody can list it.
    fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    fs.accessSync(dataDir, fs.constants.W_OK);
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw new Error(`Cannot write to the data folder ${dataDir}. Choose another with DATA_DIR.`, { cause: error });
  }
}

/** Notes that this process uses the server. The function that takes the note back says whether nobody else has one. */
function enter(folder: string): () => boolean {
  const note = path.join(folder, String(process.pid));
  fs.mkdirSync(folder, { recursive: true });
  for (const pid of fs.readdirSync(folder))
    if (!isAlive(Number(pid))) fs.rmSync(path.join(folder, pid), { force: true });
  fs.writeFileSync(note, "");
  return () => {
    fs.rmSync(note, { force: true });
    return !fs.readdirSync(folder).some((pid) => isAlive(Number(pid)));
  };
}
