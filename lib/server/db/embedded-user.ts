import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** How PostgreSQL's programs are run: as this very user, as another one, or through `setpriv` (see `chooseServerUser`). */
export interface ServerUser {
  /** Set when this process is root and the files have to belong to somebody else. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** The program that changes the user while keeping a right to reach the files; empty when no such right is needed. */
  readonly prefix: readonly string[];
}

const { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } = process.env;
/** Sets PostgreSQL's clock as libfaketime set this process's one (scripts/test-dates.mjs). */
const clock = FAKETIME ? { FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, LD_PRELOAD } : {};

/** Passes on none of the caller's PG* settings, which would reach the server. Next's types demand NODE_ENV. */
const environment = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  ...clock,
};

/** The arguments of `spawn` that run `program` as the given user. */
export function commandFor(user: ServerUser, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...user.prefix, program, ...args];
  const identity = user.prefix.length === 0 && user.owner ? user.owner : {};
  return { file, args: rest, options: { cwd: "/", env: environment, ...identity } };
}

/**
 * Decides who runs PostgreSQL, which refuses to be root: this user if it is not root, else the owner of an existing
 * cluster, else the system user `postgres`, who is created when missing.
 */
export function chooseServerUser(paths: { initdb: string; dataDir: string; cluster: string }): ServerUser {
  const clusterOwner = statSync(paths.cluster, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (clusterOwner && clusterOwner.uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${paths.cluster} belongs to another user. Start the program as that user (or as root), ` +
          "or choose another folder with DATA_DIR.",
      );
    }
    const here: ServerUser = { prefix: [] };
    if (!canRun(here, paths)) throw new Error(unusable(paths.initdb));
    return here;
  }
  const owner = clusterOwner && clusterOwner.uid !== 0 ? clusterOwner : systemUser("postgres");
  const { uid, gid } = owner;
  // A clone under /root or another private folder is closed to that user. Instead of opening folders which are not
  // ours, the server then keeps the one right of root that lets it through, and the smallest one that does. The
  // securebit makes the kernel count that right in access(2) too, which PostgreSQL asks about its own programs.
  const identity = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"];
  const keeping = (right: string) => [...identity, `--inh-caps=-all,+${right}`, `--ambient-caps=-all,+${right}`];
  for (const prefix of [[], keeping("dac_read_search"), keeping("dac_override")]) {
    const user: ServerUser = { owner: { uid, gid }, prefix };
    if (canRun(user, paths)) return user;
  }
  throw new Error(
    `${unusable(paths.initdb)} As root it runs as the system user with the id ${uid}, who must be able to reach ` +
      `${paths.dataDir} too: move the project to a folder such as /srv, or start it as an ordinary user.`,
  );
}

/** Tries it instead of working it out from modes: the programs find and start each other, the data can be reached. */
function canRun(user: ServerUser, paths: { initdb: string; dataDir: string }): boolean {
  const script = '"$1" --show --auth=reject --locale=C -D "$2/postgres" && test -x "$2"';
  const { file, args, options } = commandFor(user, "/bin/sh", ["-c", script, "sh", paths.initdb, paths.dataDir]);
  return spawnSync(/* turbopackIgnore: true */ file, args, { ...options, stdio: "ignore" }).status === 0;
}

function unusable(program: string): string {
  return `The PostgreSQL that comes with this program (${program}) cannot be run here. Set DATABASE_URL to use another.`;
}

function systemUser(name: string): { uid: number; gid: number } {
  const id = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    // Not there yet.
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
