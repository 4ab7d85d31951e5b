import "server-only";
import { queueFanOutRead } from "@/lib/server/api/concurrency-limit";
import { log } from "@/lib/server/base/log";
import { defaultWaitMs, withWaitBudget } from "@/lib/server/db/wait-budget";

/**
 * Returns the limit in ms for the database waits of one part of Home: a quarter of a call's limit (DATABASE_WAIT_SECONDS). A slower part is
 * reported as failed, and the others are shown.
 */
export const homePartLimitMs = () => defaultWaitMs() / 4;

/** Maximum number of queued parts per admin. Enough for all parts of Home in two tabs. */
export const MAX_QUEUED_HOME_PARTS = 100;
/** Minimum remaining time in ms to start a read. A read that exceeds its limit costs a database connection. */
const MIN_READ_MS = 50;

type HomePart = { adminId: string; part: string; limitMs: number };

/**
 * Runs one part of Home. Waits first if other parts and searches use half of the connection pool; the wait counts towards the limit.
 * @returns null, with a line in the log, if it fails, takes longer than `limitMs`, or if the admin has MAX_QUEUED_HOME_PARTS in the queue
 */
export async function readHomePart<T>({ adminId, part, limitMs }: HomePart, read: () => Promise<T>): Promise<T | null> {
  const started = performance.now();
  const readInTime = async () => {
    const leftMs = limitMs - (performance.now() - started);
    if (leftMs < MIN_READ_MS) throw new Error("Other parts used the connections until the time limit.");
    return withWaitBudget(leftMs, read);
  };
  try {
    // Rounds up, because AbortSignal.timeout accepts only whole milliseconds.
    const signal = AbortSignal.timeout(Math.ceil(limitMs));
    return await queueFanOutRead(readInTime, `home:${adminId}`, signal, MAX_QUEUED_HOME_PARTS);
  } catch (error) {
    log.warn({ err: error, part }, "a part of Home could not be read");
    return null;
  }
}
