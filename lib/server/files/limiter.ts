import { refuse } from "@/lib/server/api/errors";

/**
 * Returns a function that runs at most `maxRunning` tasks at a time and queues up to `maxWaiting` others, first come first served.
 * @param waitMs the longest wait of a queued task; unlimited by default
 * @throws 503 if the queue is full, or after `waitMs`
 */
export function createConcurrencyLimiter(maxRunning: number, maxWaiting: number, waitMs?: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const waitForSlot = () =>
    new Promise<void>((resolve, reject) => {
      const timeOut = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(refuse.unavailable());
      };
      const timer = waitMs === undefined ? undefined : setTimeout(timeOut, waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(start);
    });
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw refuse.unavailable();
      await waitForSlot();
    } else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
