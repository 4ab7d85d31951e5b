import "server-only";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { verifyChain } from "./verify-chain";

type Verification = Awaited<ReturnType<typeof verifyChain>>;
type Run = {
  /** Number of heads compared up to each row at which a call to `verifyChain` began or ended. */
  places: Map<number, number>;
  checked: number;
  endedAt: number;
  isOver: boolean;
};
type Desk = { run: Run | null; stretch: Promise<Verification> | null };

/** How long after one call the next one still belongs to the same verification, in ms. */
const GOES_ON_MS = 5_000;
/** Longest wait for the verification of another part of the trail, in ms. */
const MAX_WAIT_MS = 10_000;

const desks = new WeakMap<Queryable, Desk>();

/**
 * Runs `verifyChain` at most once at a time per process, so that any number of verifying admins cost as much as one. A caller
 * who asks for a part that is being verified, or was passed by that verification, shares its result and continues with it.
 * Other processes verify independently: only this one's memory and CPU time are spared.
 * @param after row as for `verifyChain`; `budget` is in ms
 * @throws 429 when others verify other parts of the trail for too long
 */
export async function verifyTogether(db: Queryable, after: number, budget?: number): Promise<Verification> {
  const desk = desks.get(db) ?? { run: null, stretch: null };
  desks.set(db, desk);
  for (const since = Date.now(); desk.stretch; ) {
    const { run, stretch } = desk;
    if (run?.places.has(after)) return answerOf(run, after, await stretch);
    await stretch.catch(() => {});
    if (Date.now() - since > MAX_WAIT_MS) throw busy();
  }
  const run = goesOn(desk.run, after) ? desk.run : newRun(after);
  desk.run = run;
  desk.stretch = stretchOf(db, run, budget).finally(() => {
    desk.stretch = null;
  });
  return answerOf(run, after, await desk.stretch);
}

const newRun = (after: number): Run => ({
  places: new Map([[after, 0]]),
  checked: after,
  endedAt: Date.now(),
  isOver: false,
});

const goesOn = (run: Run | null, after: number): run is Run =>
  run !== null && !run.isOver && run.places.has(after) && Date.now() - run.endedAt < GOES_ON_MS;

async function stretchOf(db: Queryable, run: Run, budget?: number): Promise<Verification> {
  const answer = await verifyChain(db, run.checked, budget);
  run.places.set(answer.checked, (run.places.get(run.checked) ?? 0) + (answer.compared ?? 0));
  run.checked = answer.checked;
  run.endedAt = Date.now();
  run.isOver = answer.finished;
  return answer;
}

/** Returns the shared result, with the number of heads compared since the row that this caller requested. */
const answerOf = ({ places }: Run, after: number, answer: Verification): Verification => ({
  ...answer,
  compared: answer.compared === null ? null : (places.get(answer.checked) ?? 0) - (places.get(after) ?? 0),
});

const busy = () =>
  new Refusal(429, "TOO_MANY_REQUESTS", "Others are verifying the audit trail. Wait a few seconds and try again.", {
    retry_after: 5,
  });
