import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

// Next bundles instrumentation, pages and the API apart: all of them are told.
const shared = globalThis as { crossRiverPayIsStopping?: boolean };

const until = new AsyncLocalStorage<number>();

/** Whether the time that `runUntil` gave is used up. */
export const isTimeUp = () => Date.now() >= (until.getStore() ?? Number.POSITIVE_INFINITY);

/**
 * Whether nothing is begun any more that another instance, or the next run, can do: the process is about to end, or the
 * time of a cron call is used up.
 */
export const isStopping = () => shared.crossRiverPayIsStopping === true || isTimeUp();

/** Runs with an end, in milliseconds since 1970: work that comes in pieces stops between two of them. */
export const runUntil = <T>(end: number, run: () => Promise<T>): Promise<T> => until.run(end, run);

/** From now on the process is about to end. */
export function beginStopping(): void {
  shared.crossRiverPayIsStopping = true;
}
