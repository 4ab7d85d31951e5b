import "server-only";

const HELD_MS = 20;

/**
 * Returns a function for long loops over sent data: await it in each iteration. After 20 ms it yields to the event loop.
 * @returns a promise if it is time to yield, else undefined
 */
export function createEventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
