/** Returns the time of the fastest of several runs in ms, to exclude pauses of the machine. */
export const fastestRunMs = (runCount: number, run: () => unknown): number =>
  Math.min(
    ...Array.from({ length: runCount }, () => {
      const started = performance.now();
      run();
      return performance.now() - started;
    }),
  );
