import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

// Stored globally: Next.js bundles instrumentation, pages and the API separately, each with a copy of this module.
const globalState = globalThis as { crossRiverPayIsStopping?: boolean };

const deadlines = new AsyncLocalStorage<number>();

/** Returns true if the time limit of the enclosing `runUntil` has passed. */
export const isTimeUp = () => Date.now() >= (deadlines.getStore() ?? Number.POSITIVE_INFINITY);

/**
 * Returns true if no new work may start, because the process is stopping or a cron call's time limit has passed.
 * Another instance or the next run continues the work.
 */
export const isProcessStopping = () => globalState.crossRiverPayIsStopping === true || isTimeUp();

/**
 * Runs `run` with a time limit `end`, in ms since 1970. An earlier limit of the caller stays in force. `run` must check `isProcessStopping`
 * between two steps.
 */
export const runUntil = <T>(end: number, run: () => Promise<T>): Promise<T> =>
  deadlines.run(Math.min(end, deadlines.getStore() ?? end), run);

/** Marks the process as stopping, so that no new work starts. */
export function beginStopping(): void {
  globalState.crossRiverPayIsStopping = true;
}
