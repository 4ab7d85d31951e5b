import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second of the times in `/proc`: the value of `getconf CLK_TCK` on every Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU time in ms that a PostgreSQL server on this machine has used: its main process, its running child processes, and those
 * that have ended. Null without `/proc`.
 */
export function serverCpuMs(mainPid: number): number | null {
  const main = timesOf(mainPid);
  if (!main) return null;
  const running = readdirSync("/proc")
    .map((name) => timesOf(Number(name)))
    .filter((each) => each?.parent === mainPid)
    .reduce((sum, each) => sum + (each?.ownMs ?? 0), 0);
  return main.ownMs + main.endedMs + running;
}

/** Returns the CPU time in ms of one process. Null without `/proc`, or once it has ended. */
export const processCpuMs = (pid: number): number | null => timesOf(pid)?.ownMs ?? null;

function timesOf(pid: number): { parent: number; ownMs: number; endedMs: number } | null {
  if (!Number.isInteger(pid)) return null;
  try {
    // Counts the fields from the end of the process name, because the name, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const [parent = 0, ...others] = fields.slice(1);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = others.slice(9);
    const toMs = 1_000 / TICKS_PER_SECOND;
    return { parent, ownMs: (user + system) * toMs, endedMs: (endedUser + endedSystem) * toMs };
  } catch {
    return null;
  }
}
