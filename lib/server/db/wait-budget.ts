import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "@/lib/env";

/** Limit of the database waits of one API call, in ms; above it the call answers 503. Work outside calls may wait longer. */
export const defaultWaitMs = () => env().databaseWaitSeconds * 1_000;
/** Limit in ms for writes that follow a refusal: its audit row, a counter. Writing them matters more than a fast answer. */
export const POST_REFUSAL_LIMIT_MS = 5_000;
/** Limit in ms for one part of a read that is done in parts: a page of an export, a section of a check. */
export const CHUNK_LIMIT_MS = 20_000;

/** Budget for the database waits of one call. The clock runs only during waits: decoding a picture does not count. */
export class WaitBudget {
  private openWaits = 0;
  private waitingSince = 0;
  private spentMs = 0;

  constructor(private ms: number) {}

  /** Remaining ms. */
  get left(): number {
    return this.ms - this.spentMs - (this.openWaits ? performance.now() - this.waitingSince : 0);
  }

  allow(ms: number) {
    this.ms = Math.max(this.ms, ms);
  }

  /** Starts the clock. Overlapping waits count once. @returns a function that stops it; further calls do nothing */
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

// Next bundles instrumentation, pages and the API separately, and all of them use one pool.
const globalState = globalThis as { crossRiverPayCallTime?: AsyncLocalStorage<WaitBudget> };
globalState.crossRiverPayCallTime ??= new AsyncLocalStorage();
const budgetStorage = globalState.crossRiverPayCallTime;

/** Returns the budget of the current call; undefined outside calls: timed tasks, migrations, seeds. */
export const currentWaitBudget = () => budgetStorage.getStore();

/** Runs a call, or a part of one with its own budget: all database waits in it take at most `ms` together. */
export const withWaitBudget = <T>(ms: number, run: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside the context: Drizzle starts a query only when it is awaited.
  budgetStorage.run(new WaitBudget(ms), async () => await run());

/** Raises the budget of the current call to `ms`, unless it is higher already. */
export const raiseWaitBudget = (ms: number) => currentWaitBudget()?.allow(ms);
