import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "@/lib/env";

/** A call that waits longer for the database than this answers 503; work that is no call's goes on for longer. In ms. */
export const callLimit = () => env().databaseWaitSeconds * 1_000;
/** For what a refusal leaves behind: its row in the trail, a counter. That it is written matters more than the pace. */
export const AFTERMATH_MS = 5_000;
/** For a piece of what is read piece by piece: a page of an export, a stretch of a check. */
export const PIECE_MS = 20_000;

/** What a call may wait for the database. The clock runs only while it does: decoding a picture takes none of it. */
export class CallTime {
  private waits = 0;
  private since = 0;
  private spent = 0;

  constructor(private ms: number) {}

  /** ms */
  get left(): number {
    return this.ms - this.spent - (this.waits ? performance.now() - this.since : 0);
  }

  allow(ms: number) {
    this.ms = Math.max(this.ms, ms);
  }

  /** Begins to wait. Statements that run side by side take their time once. @returns ends it; later calls do nothing */
  wait(): () => void {
    if (this.waits++ === 0) this.since = performance.now();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--this.waits === 0) this.spent += performance.now() - this.since;
    };
  }
}

// Next bundles instrumentation, pages and the API apart, and all of them use one pool.
const shared = globalThis as { crossRiverPayCallTime?: AsyncLocalStorage<CallTime> };
shared.crossRiverPayCallTime ??= new AsyncLocalStorage();
const times = shared.crossRiverPayCallTime;

/** What is left to the call that runs here; undefined where no call does: timed tasks, migrations, seeds. */
export const callTime = () => times.getStore();

/** Runs a call, or a part of one that has a time of its own: all that it asks the database takes at most `ms` together. */
export const withCallTime = <T>(ms: number, run: () => PromiseLike<T>): Promise<T> =>
  // Awaited in here: a statement of Drizzle's begins only then.
  times.run(new CallTime(ms), async () => await run());

/** The call that runs here may take as long as this in all, whatever was said before. */
export const allowCallTime = (ms: number) => callTime()?.allow(ms);
