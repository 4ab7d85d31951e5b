import "server-only";
import { queueFanOutRead } from "@/lib/server/api/concurrency-limit";
import { log } from "@/lib/server/base/log";
import { defaultWaitMs, withWaitBudget } from "@/lib/server/db/wait-budget";

/**
 * Limit of the database waits of one part of Home, in ms: a quarter of that of a call (DATABASE_WAIT_SECONDS). A slower part is
 * reported as failed, and the others are shown.
 */
export const homePartLimitMs = () => defaultWaitMs() / 4;

/**
 * Runs one part of Home. Waits first if other parts and searches use half of the connection pool; the wait counts towards the limit.
 * @returns null, with a line in the log, if it fails or takes longer than `limitMs`
 */
export async function readHomePart<T>(limitMs: number, part: string, read: () => Promise<T>): Promise<T | null> {
  const started = performance.now();
  try {
    return await queueFanOutRead(async () => {
      const leftMs = limitMs - (performance.now() - started);
      if (leftMs <= 0) throw new Error("Other parts used the connections until the time limit.");
      return withWaitBudget(leftMs, read);
    });
  } catch (error) {
    log.warn({ err: error, part }, "a part of Home could not be read");
    return null;
  }
}
