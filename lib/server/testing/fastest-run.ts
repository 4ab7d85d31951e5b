/** Returns the time of the fastest of several runs in ms, so that pauses of the machine do not count. */
export const fastestRunMs = (runCount: number, run: () => unknown): number =>
  Math.min(
    ...Array.from({ length: runCount }, () => {
      const started = performance.now();
      run();
      return performance.now() - started;
    }),
  );
