import "server-only";

const HELD_MS = 20;

/**
 * For loops over what was sent: call it in each turn, and others get theirs once the loop has run for 20 ms.
 * @returns a promise where it is time to wait, else nothing
 */
export function breathing(): () => Promise<void> | undefined {
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
