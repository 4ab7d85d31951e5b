import { refuse } from "@/lib/server/api/errors";

/**
 * Returns a function that runs at most `most` tasks at a time and queues up to `mostWaiting` others, first come first served.
 * @param waitMs the longest wait of a task; without it, no limit
 * @throws 503 if the queue is full, or after `waitMs`
 */
export function createLimiter(most: number, mostWaiting: number, waitMs?: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(refuse.unavailable());
      };
      const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(start);
    });
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw refuse.unavailable();
      await turn();
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
