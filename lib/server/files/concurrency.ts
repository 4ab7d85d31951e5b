import { refuse } from "@/lib/server/api/errors";

/**
 * Lets so many run at once and so many more wait, first come first served.
 * @throws 503 when as many wait already.
 */
export function atATime(most: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw refuse.unavailable();
      await new Promise<void>((resolve) => waiting.push(resolve));
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
