import "server-only";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { verifyChain } from "./verify-chain";

type Verification = Awaited<ReturnType<typeof verifyChain>>;
type Run = {
  /** Rows that its stretches went on after, and how many heads had been compared up to each. */
  places: Map<number, number>;
  checked: number;
  endedAt: number;
  isOver: boolean;
};
type Desk = { run: Run | null; stretch: Promise<Verification> | null };

/** For so long after a stretch the next one belongs to the same verification. */
const GOES_ON_MS = 5_000;
/** For so long one waits for the verification of another part of the trail. */
const MOST_WAIT_MS = 10_000;

const desks = new WeakMap<Queryable, Desk>();

/**
 * `verifyChain`, once at a time in a process, so that any number of people who verify cost as much as one. Anyone who asks
 * while a verification is under way that began where they did, or came by where they are, follows it: they get its answer,
 * and go on with it. Another process verifies by itself: what is spared here are this one's memory and its turns.
 * @param after as for `verifyChain`, and `budget`, in milliseconds
 * @throws 429 when others verify other parts of the trail for too long
 */
export async function verifyTogether(db: Queryable, after: number, budget?: number): Promise<Verification> {
  const desk = desks.get(db) ?? { run: null, stretch: null };
  desks.set(db, desk);
  for (const since = Date.now(); desk.stretch; ) {
    const { run, stretch } = desk;
    if (run?.places.has(after)) return answerOf(run, after, await stretch);
    await stretch.catch(() => {});
    if (Date.now() - since > MOST_WAIT_MS) throw busy();
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

/** With the heads that were compared since the row that was asked for. */
const answerOf = ({ places }: Run, after: number, answer: Verification): Verification => ({
  ...answer,
  compared: answer.compared === null ? null : (places.get(answer.checked) ?? 0) - (places.get(after) ?? 0),
});

const busy = () =>
  new Refusal(429, "TOO_MANY_REQUESTS", "Others are verifying the audit trail. Wait a few seconds and try again.", {
    retry_after: 5,
  });
