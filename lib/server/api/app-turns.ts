import "server-only";
import { env } from "@/lib/env";
import { refuse } from "./errors";

/** Half of the connections, so that everybody else finds one however many writes of the app come at once. */
const most = () => Math.max(1, Math.floor(env().databasePoolSize / 2));

/** Whoever waits longer is told to come again: the database is away, or slow. */
const WAIT_MS = 10_000;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a write of the citizen app's server once it is its turn. Many at once mostly want the same rows, such as a wallet or the fee
 * income: they would hold connections while they wait for each other. Here they wait without one, in the order in which they came.
 * @throws 503 where the turn does not come in time
 */
export async function inTurn<T>(write: () => Promise<T>): Promise<T> {
  if (running < most()) running++;
  else await turn();
  try {
    return await write();
  } finally {
    const next = waiting.shift();
    // The turn goes on to whoever waits longest.
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
