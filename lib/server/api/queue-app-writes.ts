import "server-only";
import { env } from "@/lib/env";
import { refuse } from "./errors";

/** Half of the connection pool, so that other requests find a connection however many writes the app sends. */
const most = () => Math.max(1, Math.floor(env().databasePoolSize / 2));

/** A write that waits longer is rejected with 503: the database is unreachable or slow. */
const WAIT_MS = 10_000;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Queues writes of the citizen app's server, first in, first out. Concurrent writes often need the same rows, such as a wallet
 * or the fee income account. They would hold connections while they wait for row locks; here they wait without one.
 * @throws 503 if the write does not start within 10 s
 */
export async function queueAppWrite<T>(write: () => Promise<T>): Promise<T> {
  if (running < most()) running++;
  else await turn();
  try {
    return await write();
  } finally {
    const next = waiting.shift();
    // The slot passes to the write that has waited longest.
    if (next) next();
    else running--;
  }
}

const turn = () =>
  new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(refuse.unavailable());
    }, WAIT_MS);
    waiting.push(begin);
  });
