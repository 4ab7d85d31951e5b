import "server-only";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { verifyAuditChain } from "./verify-chain";

type Counts = { compared: number; erased: number; unverifiable: number; archived: number };
type Verification = Awaited<ReturnType<typeof verifyAuditChain>>;
/**
 * Result of a verification that several callers share. `runStart`: position after which its first call in this process began.
 * `runStartedAt`: time of that call.
 */
type SharedVerification = Verification & { runStart: number; runStartedAt: Date };
type VerificationRun = {
  startedAt: Date;
  /** Number of compared hashes and of erased rows up to each position at which `verifyAuditChain` started or stopped. */
  places: Map<number, Counts>;
  checked: number;
  endedAt: number;
  isOver: boolean;
};
type SharedState = { run: VerificationRun | null; stretch: Promise<Verification> | null };

/** Maximum time in ms between two calls of the same verification. */
const CONTINUE_LIMIT_MS = 5_000;
/** Maximum time in ms that a caller waits while another part of the trail is verified. */
const MAX_WAIT_MS = 10_000;

const NOTHING_COUNTED: Counts = { compared: 0, erased: 0, unverifiable: 0, archived: 0 };
const sharedStates = new WeakMap<Queryable, SharedState>();

/**
 * Runs `verifyAuditChain` one at a time per process, so that several verifying admins cost as much as one. If a caller
 * requests a part that is being verified, or was already passed, it shares that verification's result and continues
 * with it. Other processes verify independently.
 * @param after position as for `verifyAuditChain`; `budget` is in ms
 * @throws 429 if others verify other parts of the trail for too long
 */
export async function shareVerification(db: Queryable, after: number, budget?: number): Promise<SharedVerification> {
  const state = sharedStates.get(db) ?? { run: null, stretch: null };
  sharedStates.set(db, state);
  for (const since = Date.now(); state.stretch; ) {
    const { run, stretch } = state;
    if (run?.places.has(after)) return sharedAnswerFrom(run, after, await stretch);
    await stretch.catch(() => {});
    if (Date.now() - since > MAX_WAIT_MS) throw busyRefusal();
  }
  const run = canContinue(state.run, after) ? state.run : createRun(after);
  state.run = run;
  state.stretch = verifySection(db, run, budget).finally(() => {
    state.stretch = null;
  });
  return sharedAnswerFrom(run, after, await state.stretch);
}

const createRun = (after: number): VerificationRun => ({
  startedAt: new Date(),
  places: new Map([[after, NOTHING_COUNTED]]),
  checked: after,
  endedAt: Date.now(),
  isOver: false,
});

const canContinue = (run: VerificationRun | null, after: number): run is VerificationRun =>
  run !== null && !run.isOver && run.places.has(after) && Date.now() - run.endedAt < CONTINUE_LIMIT_MS;

async function verifySection(db: Queryable, run: VerificationRun, budget?: number): Promise<Verification> {
  const answer = await verifyAuditChain(db, run.checked, budget);
  const { compared, erased, unverifiable, archived } = run.places.get(run.checked) ?? NOTHING_COUNTED;
  run.places.set(answer.checked, {
    compared: compared + (answer.compared ?? 0),
    erased: erased + answer.erased,
    unverifiable: unverifiable + answer.unverifiable,
    archived: archived + answer.archived,
  });
  run.checked = answer.checked;
  run.endedAt = Date.now();
  run.isOver = answer.finished;
  return answer;
}

/** Returns the shared result, with the numbers counted since the position requested by this caller. */
function sharedAnswerFrom(run: VerificationRun, after: number, answer: Verification): SharedVerification {
  const { places, startedAt } = run;
  const end = places.get(answer.checked) ?? NOTHING_COUNTED;
  const start = places.get(after) ?? NOTHING_COUNTED;
  return {
    ...answer,
    runStart: [...places.keys()][0] ?? after,
    runStartedAt: startedAt,
    compared: answer.compared === null ? null : end.compared - start.compared,
    erased: end.erased - start.erased,
    unverifiable: end.unverifiable - start.unverifiable,
    archived: end.archived - start.archived,
  };
}

const busyRefusal = () =>
  new Refusal(429, "TOO_MANY_REQUESTS", "Others are verifying the audit trail. Wait a few seconds and try again.", {
    retry_after: 5,
  });
