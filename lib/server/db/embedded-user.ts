import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** How to run PostgreSQL's programs: as the current user, as another, or by `setpriv` (see `choosePostgresOsUser`). */
export interface PostgresOsUser {
  /** Owner of the cluster's files, if this process is root and another user runs PostgreSQL. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /**
   * Words of the `setpriv` command that each PostgreSQL command starts with, so that it runs as another user who can still read the files.
   * Empty if not needed.
   */
  readonly prefix: readonly string[];
}

const { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } = process.env;
/** Variables of libfaketime, so that PostgreSQL gets the same fake time as this process (scripts/test-dates.mjs). */
const fakeClock = FAKETIME ? { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } : {};

/**
 * Environment of PostgreSQL's programs, without PG* variables, which would change the server's settings. Next.js's types require NODE_ENV.
 */
const environment = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  ...fakeClock,
};

/** Returns the `spawn` arguments that run `program` as the given user. */
export function spawnArgsFor(user: PostgresOsUser, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...user.prefix, program, ...args];
  const identity = user.prefix.length === 0 && user.owner ? user.owner : {};
  return { file, args: rest, options: { cwd: "/", env: environment, ...identity } };
}

/**
 * Chooses the operating system's user that runs PostgreSQL, because PostgreSQL refuses to run as root. Chooses the current user if not
 * root, else the owner of an existing cluster, else the system user `postgres`. Creates that user if missing.
 * @throws Error with advice when no user can run it
 */
export function choosePostgresOsUser(paths: { initdb: string; dataDir: string; cluster: string }): PostgresOsUser {
  const clusterOwner = statSync(paths.cluster, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (clusterOwner && clusterOwner.uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${paths.cluster} belongs to another user. Start the program as that user (or as root), ` +
          "or choose another folder with DATA_DIR.",
      );
    }
    const currentUser: PostgresOsUser = { prefix: [] };
    if (!canRunServer(currentUser, paths)) throw new Error(cannotRunText(paths.initdb));
    return currentUser;
  }
  const owner = clusterOwner && clusterOwner.uid !== 0 ? clusterOwner : ensureSystemUser("postgres");
  const { uid, gid } = owner;
  // The chosen user can't enter a project under /root or in another private folder. So the server keeps the one root capability that gives
  // access. The securebit makes access(2) respect that capability; PostgreSQL checks its own programs with access(2).
  const identity = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"];
  const withCapability = (right: string) => [...identity, `--inh-caps=-all,+${right}`, `--ambient-caps=-all,+${right}`];
  for (const prefix of [[], withCapability("dac_read_search"), withCapability("dac_override")]) {
    const user: PostgresOsUser = { owner: { uid, gid }, prefix };
    if (canRunServer(user, paths)) return user;
  }
  throw new Error(
    `${cannotRunText(paths.initdb)} As root it runs as the system user with the id ${uid}, who must be able to reach ` +
      `${paths.dataDir} too: move the project to a folder such as /srv, or start it as an ordinary user.`,
  );
}

/** Returns true if the user can run PostgreSQL's programs. Runs them, because file modes don't show whether they can start each other. */
function canRunServer(user: PostgresOsUser, paths: { initdb: string; dataDir: string }): boolean {
  const script = '"$1" --show --auth=reject --locale=C -D "$2/postgres" && test -x "$2"';
  const { file, args, options } = spawnArgsFor(user, "/bin/sh", ["-c", script, "sh", paths.initdb, paths.dataDir]);
  return spawnSync(/* turbopackIgnore: true */ file, args, { ...options, stdio: "ignore" }).status === 0;
}

function cannotRunText(program: string): string {
  return `The PostgreSQL that comes with this program (${program}) cannot be run here. Set DATABASE_URL to use another.`;
}

function ensureSystemUser(name: string): { uid: number; gid: number } {
  const id = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    // The system user `postgres` does not exist yet.
  }
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name], {
      stdio: "pipe",
    });
    return { uid: id("-u"), gid: id("-g") };
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and the system user "${name}" could not be created. ` +
        "Start the program as an ordinary user, or set DATABASE_URL.",
      { cause: error },
    );
  }
}
