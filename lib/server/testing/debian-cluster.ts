import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runSingleStatement, withDatabase } from "./database";

const FOLDER = "/usr/lib/postgresql";

/** Returns the folder with the programs of the newest PostgreSQL that Debian's packages installed; undefined if there is none. */
export function findDebianPostgres(): string | undefined {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER).map(Number) : [];
  return versions
    .sort((a, b) => b - a)
    .map((version) => path.join(FOLDER, `${version}`, "bin"))
    .find((bin) => ["initdb", "postgres", "pg_dump", "pg_restore"].every((name) => existsSync(path.join(bin, name))));
}

/**
 * Returns the user that runs PostgreSQL. For a root process, returns Debian's user `postgres`, because PostgreSQL refuses to run as root.
 */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"])));
  return { uid, gid };
}

/** Starts a PostgreSQL of its own with one database, in a temporary folder. Data is not flushed to the disk. */
export async function startDebianCluster(
  bin: string,
  database: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), "crossriverpay-cluster-"));
  const user = findUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const options = { ...user, cwd: folder, stdio: "ignore" as const };
  const initArgs = ["-D", folder, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(path.join(bin, "initdb"), initArgs, options);
  const port = await findFreePort();
  const settings = ["fsync=off", "listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const server = spawn(
    path.join(bin, "postgres"),
    ["-D", folder, ...settings.flatMap((setting) => ["-c", setting])],
    options,
  );
  const stop = () => stopServer(server, folder);
  const serverUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let tries = 1; ; tries++) {
    try {
      await runSingleStatement(serverUrl, `create database ${database}`);
      return { url: withDatabase(serverUrl, database), stop };
    } catch (error) {
      if (tries === 300) {
        await stop();
        throw error;
      }
      await delay(100);
    }
  }
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, "exit");
    server.kill("SIGINT");
    await exited;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
