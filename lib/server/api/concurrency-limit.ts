import "server-only";
import { Refusal } from "./errors";

type ConcurrencyLimits = {
  /** Requests that run at the same time. */
  atOnce: number;
  /** Requests that wait in the queue, first in, first out. */
  waiting: number;
  /** Waiting requests per IP address, so that one address cannot fill the queue. */
  ofOneAddress: number;
};

/**
 * Creates a concurrency limit for unauthenticated requests, so that signed-in admins find CPU and connections free
 * during a flood.
 * @throws 503 when the queue is full
 */
export function createConcurrencyLimit({ atOnce, waiting, ofOneAddress }: ConcurrencyLimits) {
  let running = 0;
  const line: { address: string; go: () => void }[] = [];
  return async <T>(address: string, run: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      const own = line.filter((each) => each.address === address).length;
      if (line.length >= waiting || own >= ofOneAddress) throw full();
      await new Promise<void>((go) => line.push({ address, go }));
    } else running++;
    try {
      return await run();
    } finally {
      const next = line.shift();
      if (next) next.go();
      else running--;
    }
  };
}

const SECONDS = 5;
const full = () =>
  new Refusal(503, "SERVICE_UNAVAILABLE", "Too many requests come in right now. Try again in a few seconds.", {
    retry_after: SECONDS,
  });

/** For sign-in and related calls: hashing a password takes a core 100 ms. The last request in the queue waits some seconds. */
export const signInLimit = createConcurrencyLimit({ atOnce: 4, waiting: 200, ofOneAddress: 50 });
/** For published content: quick to answer, and all readers behind a CDN share its IP address. */
export const publicReadLimit = createConcurrencyLimit({ atOnce: 16, waiting: 400, ofOneAddress: 200 });
