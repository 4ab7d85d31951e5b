import "server-only";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { CommandError } from "./command-error";

type ProgramName = "pg_dump" | "pg_restore";
/** A program of PostgreSQL, such as pg_dump, with its path and major version. */
export type PostgresProgram = { file: string; major: number };

const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** Returns the folders to search: `PG_BIN`, or else those of `PATH` and of Debian's packages. */
function programFolders(): string[] {
  const { postgresPrograms } = env();
  if (postgresPrograms) return [postgresPrograms];
  const debianVersions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  return [
    ...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean),
    ...debianVersions.map((version) => path.join(DEBIAN_FOLDER, version, "bin")),
  ];
}

/**
 * Finds a program of PostgreSQL with at least this major version, and of these the oldest: newer programs write settings
 * that older servers do not know.
 * @throws CommandError that states what to install
 */
export function findPostgresProgram(name: ProgramName, minimumMajor: number, isEmbedded = false): PostgresProgram {
  const files = [...new Set(programFolders().map((folder) => path.join(folder, name)))].filter((file) =>
    existsSync(file),
  );
  const programs = files.flatMap((file) => {
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(spawnSync(file, ["--version"], { encoding: "utf8" }).stdout)?.[1]);
    return major ? [{ file, major }] : [];
  });
  const usable = programs.filter(({ major }) => major >= minimumMajor).sort((a, b) => a.major - b.major);
  if (usable[0]) return usable[0];
  const newest = programs.sort((a, b) => b.major - a.major)[0];
  const found = newest ? `${newest.file} has version ${newest.major}` : "there is none";
  const searched = env().postgresPrograms ? "in the folder PG_BIN" : `on the PATH or in ${DEBIAN_FOLDER}`;
  const advice = isEmbedded
    ? `Install the PostgreSQL client ${minimumMajor}, or stop the product and copy the folder DATA_DIR: the embedded PostgreSQL has no ${name}.`
    : `Install the PostgreSQL client ${minimumMajor} (Debian: postgresql-client-${minimumMajor}), or set PG_BIN to its folder.`;
  throw new CommandError(`${name} of version ${minimumMajor} or newer is needed ${searched}, and ${found}. ${advice}`);
}

/**
 * Returns arguments and environment that connect a program of PostgreSQL. The password is in the environment, because other users of the
 * machine can read the arguments.
 */
function connectionOf(url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  // libpq does not know `no-verify`, a mode of the npm package pg.
  if (address.searchParams.get("sslmode") === "no-verify") address.searchParams.set("sslmode", "require");
  return {
    args: ["--no-password", `--dbname=${address.href}`],
    env: { ...process.env, PGCONNECT_TIMEOUT: "10", ...(password && { PGPASSWORD: password }) },
  };
}

/** Starts a program of PostgreSQL on a database. `finished` rejects with its last message if it fails. */
export function startPostgresProgram({ file }: PostgresProgram, url: string, args: readonly string[]) {
  const connection = connectionOf(url);
  const child = spawn(file, [...args, ...connection.args], { env: connection.env, stdio: ["pipe", "pipe", "pipe"] });
  let messages = "";
  child.stderr.on("data", (text) => {
    messages = `${messages}${text}`.slice(-4_000);
  });
  // Ignores errors of writing to the program: if it ends before it has read all input, its exit code gives the reason.
  child.stdin.on("error", () => {});
  const finished = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      const message = messages.trim().split("\n").slice(0, 3).join(" ");
      reject(new CommandError(`${path.basename(file)} failed: ${message || `exit code ${code}`}`));
    });
  });
  // The caller awaits this promise later; without a handler, an earlier failure would end the process.
  finished.catch(() => {});
  return { input: child.stdin, output: child.stdout, finished };
}
