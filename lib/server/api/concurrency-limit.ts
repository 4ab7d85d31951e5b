import "server-only";
import { env } from "@/lib/env";
import { Refusal, refuse } from "./errors";

type ConcurrencyLimits = {
  maxRunning: number;
  /** Maximum number of waiting requests. They run in the order of arrival. */
  maxWaiting?: number;
  /**
   * Maximum number of waiting requests per caller, so that one caller can't fill the queue. A caller is an IP address or an account; "" is
   * not limited.
   */
  maxPerCaller?: number;
  maxWaitMs?: number;
};

/**
 * Creates a limit on concurrently running requests. Further requests wait in a queue without a database connection.
 * @throws 503 if the queue is full, the request has waited too long, or its signal aborts before it starts
 */
export function createConcurrencyLimit({ maxRunning, maxWaiting, maxPerCaller, maxWaitMs }: ConcurrencyLimits) {
  let running = 0;
  const queue: { caller: string; start: () => void }[] = [];
  const turn = (caller: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
      };
      const giveUp = () => {
        stopWaiting();
        queue.splice(queue.indexOf(entry), 1);
        reject(refuse.unavailable());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener("abort", giveUp);
      const start = () => {
        stopWaiting();
        resolve();
      };
      const entry = { caller, start };
      queue.push(entry);
    });
  return async <T>(
    caller: string,
    run: () => Promise<T>,
    signal?: AbortSignal,
    maxOwn = maxPerCaller ?? Infinity,
  ): Promise<T> => {
    if (signal?.aborted) throw refuse.unavailable();
    if (running >= maxRunning) {
      const own = caller ? queue.filter((each) => each.caller === caller).length : 0;
      if (queue.length >= (maxWaiting ?? Infinity) || own >= maxOwn) throw queueFullRefusal();
      await turn(caller, signal);
    } else running++;
    try {
      return await run();
    } finally {
      const next = queue.shift();
      // Passes the slot to the request that has waited longest.
      if (next) next.start();
      else running--;
    }
  };
}

const RETRY_AFTER_SECONDS = 5;
const queueFullRefusal = () =>
  new Refusal(503, "SERVICE_UNAVAILABLE", "Too many requests come in right now. Try again in a few seconds.", {
    retry_after: RETRY_AFTER_SECONDS,
  });

/** Limit for sign-in and related calls, because hashing a password takes 100 ms of CPU. */
export const signInLimit = createConcurrencyLimit({ maxRunning: 4, maxWaiting: 200, maxPerCaller: 50 });
/** Limit for reads of published content: they are fast, but all readers behind a CDN share its IP address. */
export const publicReadLimit = createConcurrencyLimit({ maxRunning: 16, maxWaiting: 400, maxPerCaller: 200 });

let appWrites: ReturnType<typeof createConcurrencyLimit> | undefined;
/**
 * Queues writes of the citizen app's server. Concurrent writes often need the same rows, such as a wallet or the fee income account, and
 * would occupy connections while they wait for row locks. Half of the connection pool stays free for other requests.
 * @throws 503 if the write does not start within 10 s, because the database is unreachable or slow
 */
export function queueAppWrite<T>(write: () => Promise<T>): Promise<T> {
  const maxRunning = Math.max(1, Math.floor(env().databasePoolSize / 2));
  appWrites ??= createConcurrencyLimit({ maxRunning, maxWaitMs: 10_000 });
  return appWrites("", write);
}

/**
 * Maximum number of queued reads per caller: enough to search all kinds of records in two tabs. Home has its own maximum
 * (overview/in-time.ts).
 */
export const MAX_QUEUED_READS_PER_CALLER = 40;
// Stored on globalThis, because Next.js bundles pages and the API separately, and both use one pool.
const globalState = globalThis as { crossRiverPayFanOut?: ReturnType<typeof createConcurrencyLimit> };
/**
 * Queues one of the many reads that a single call runs concurrently, such as the search of one kind of record. Half of the connection pool
 * stays free for other calls. A read must not queue another read and wait for it, because all running reads could then wait for queued
 * ones.
 * @param maxQueued maximum number of the caller's reads in the queue
 * @throws 503 if the caller already has `maxQueued` queued reads, or the signal aborts before the read starts
 */
export function queueFanOutRead<T>(
  read: () => Promise<T>,
  caller: string,
  signal: AbortSignal,
  maxQueued = MAX_QUEUED_READS_PER_CALLER,
): Promise<T> {
  globalState.crossRiverPayFanOut ??= createConcurrencyLimit({
    maxRunning: Math.max(2, Math.floor(env().databasePoolSize / 2)),
  });
  return globalState.crossRiverPayFanOut(caller, read, signal, maxQueued);
}
