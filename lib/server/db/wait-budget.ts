import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "@/lib/env";

/**
 * Returns the limit in ms of all database waits of one API call. After the limit, the call returns 503. Work outside calls may wait
 * longer.
 */
export const defaultWaitMs = () => env().databaseWaitSeconds * 1_000;
/**
 * Limit in ms for writes after a refused call, such as its audit row. Higher than usual, because these writes matter more than a fast
 * response.
 */
export const WRITE_AFTER_REFUSAL_LIMIT_MS = 5_000;
/** Limit in ms for one part of a long read, such as a page of an export or a section of a check. */
export const LONG_READ_PART_LIMIT_MS = 20_000;

/** Budget for the database waits of one call. The clock runs only while waiting: decoding a picture does not count. */
export class WaitBudget {
  private openWaits = 0;
  private waitingSince = 0;
  private spentMs = 0;

  constructor(private ms: number) {}

  /** Time in ms for which the call may still wait for the database. */
  get left(): number {
    return this.ms - this.spentMs - (this.openWaits ? performance.now() - this.waitingSince : 0);
  }

  allow(ms: number) {
    this.ms = Math.max(this.ms, ms);
  }

  /**
   * Starts the clock. Overlapping waits count once.
   * @returns a function that stops the clock; further calls of the function do nothing
   */
  wait(): () => void {
    if (this.openWaits++ === 0) this.waitingSince = performance.now();
    let isStopped = false;
    return () => {
      if (isStopped) return;
      isStopped = true;
      if (--this.openWaits === 0) this.spentMs += performance.now() - this.waitingSince;
    };
  }
}

// Stored on globalThis, because Next.js bundles instrumentation, pages and the API separately, and all use one pool.
const globalState = globalThis as { crossRiverPayCallTime?: AsyncLocalStorage<WaitBudget> };
globalState.crossRiverPayCallTime ??= new AsyncLocalStorage();
const budgetStorage = globalState.crossRiverPayCallTime;

/** Returns the budget of the current call; undefined outside calls, such as in scheduled tasks. */
export const currentWaitBudget = () => budgetStorage.getStore();

/** Runs an API call, or a part of a call, with its own budget: all database waits in it may take at most `ms` together. */
export const withWaitBudget = <T>(ms: number, run: () => PromiseLike<T>): Promise<T> =>
  // Awaits inside the context, because Drizzle starts a query only when it is awaited.
  budgetStorage.run(new WaitBudget(ms), async () => await run());

/** Raises the budget of the current call to `ms`, unless the budget is already higher. */
export const raiseWaitBudget = (ms: number) => currentWaitBudget()?.allow(ms);
