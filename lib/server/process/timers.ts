import "server-only";
import { log } from "@/lib/server/base/log";
import { withLogContext } from "@/lib/server/base/log-context";
import { database } from "@/lib/server/db/client";
import { loadAppSecretState } from "@/lib/server/secrets/key-state";
import { recordOperationOutcome, saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { isProcessStopping } from "./stopping";
import { operationOfTask, type TimedTask } from "./timed-tasks";

/**
 * Seconds between two writes of the outcomes of timed tasks and deliveries. Short enough, because a task counts as late only after 3
 * minutes.
 */
const SAVE_OUTCOMES_SECONDS = 20;
/** Seconds between two reads of the state of APP_SECRET. */
const KEY_STATE_SECONDS = 5;

let timers: NodeJS.Timeout[] = [];

/**
 * Starts the timers of this process, unless they are already running. Errors of tasks are logged.
 * @param refreshesKeys true to read the state of APP_SECRET every 5 s, so that signatures soon use the new secret after `rotate-secret`
 * has begun. Writes do not depend on this, because they read the state in their transaction.
 */
export function startTimers({ tasks, refreshesKeys }: { tasks: readonly TimedTask[]; refreshesKeys: boolean }): void {
  if (timers.length > 0) return;
  if (refreshesKeys) start(KEY_STATE_SECONDS, refreshKeyState);
  if (tasks.length > 0) start(SAVE_OUTCOMES_SECONDS, saveRecordedOutcomes);
  for (const task of tasks) start(task.every, createRunner(task));
}

/** Stops all timers that `startTimers` started. */
export function stopTimers(): void {
  for (const timer of timers) clearInterval(timer);
  timers = [];
}

function start(seconds: number, run: () => Promise<void>) {
  timers.push(setInterval(run, seconds * 1_000).unref());
}

// The functions below call `database()` inside their error handling, because it throws while the database is not ready.

async function refreshKeyState(): Promise<void> {
  try {
    await loadAppSecretState(database().db);
  } catch (error) {
    log.warn({ err: error }, "the secret in use could not be read");
  }
}

async function saveRecordedOutcomes(): Promise<void> {
  try {
    await saveOperationOutcomes(database().db);
  } catch (error) {
    log.warn({ err: error }, "outcomes were not stored");
  }
}

/** Returns a function that runs a task. Skips a run while the previous one is running or the process is stopping. */
function createRunner(task: TimedTask) {
  const { name, run } = task;
  let isRunning = false;
  return async () => {
    if (isRunning || isProcessStopping()) return;
    isRunning = true;
    try {
      await withLogContext({ task: name }, async () => run(database().db));
      recordOperationOutcome(operationOfTask(task));
    } catch (error) {
      log.warn({ err: error, task: name }, "a timed task failed");
      recordOperationOutcome(operationOfTask(task), error);
    } finally {
      isRunning = false;
    }
  };
}
