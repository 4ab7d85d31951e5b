import "server-only";
import { Refusal } from "./errors";

type Turns = {
  /** So many run at once, */
  atOnce: number;
  /** and so many more wait, first come first served, */
  waiting: number;
  /** of whom so many may come from one address: the others' places can't be taken from there. */
  ofOneAddress: number;
};

/**
 * Takes what strangers ask for in turn, so that anyone who is signed in finds processor and connections free whatever is
 * sent to the door.
 * @throws 503 when as many wait already.
 */
export function takingTurns({ atOnce, waiting, ofOneAddress }: Turns) {
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

/** Sign-in and what belongs to it: a password takes a core a tenth of a second. The last in the line waits some seconds. */
export const signInTurns = takingTurns({ atOnce: 4, waiting: 200, ofOneAddress: 50 });
/** What is published: quick to answer, and a cache in front has one address for everybody. */
export const readingTurns = takingTurns({ atOnce: 16, waiting: 400, ofOneAddress: 200 });
