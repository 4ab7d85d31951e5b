import "server-only";

const MAX_BLOCKING_MS = 20;

/**
 * Keeps a long loop from blocking other requests: Node runs all of them in one thread. Await the returned function in
 * each iteration; it yields to the event loop every 20 ms. Delete this when such loops run in worker threads.
 * @returns a function that returns a promise if it is time to yield, else undefined
 */
export function createEventLoopYielder(): () => Promise<void> | undefined {
  let lastYield = performance.now();
  return () => {
    if (performance.now() - lastYield < MAX_BLOCKING_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        lastYield = performance.now();
        resolve();
      });
    });
  };
}
