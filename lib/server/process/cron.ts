import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { withLogContext } from "@/lib/server/base/log-context";
import { databaseFault } from "@/lib/server/db/availability";
import { type Database, database } from "@/lib/server/db/client";
import { recordOperationOutcome, registerTimedTasks, saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { hasBearerToken } from "./bearer-token";
import { isProcessStopping, runUntil } from "./stopping";
import {
  CRON_CADENCES,
  type CronCadence,
  cronCadenceOf,
  operationOfTask,
  type TimedTask,
  timedTasks,
} from "./timed-tasks";

/** Time limit of one cron call in ms. Shorter than the 60 s after which the host ends the function. */
const BUDGET_MS = 50_000;

type RunOutcome = { done: string[]; failed: string[]; left: string[] };

/**
 * Runs due tasks in sequence, for hosts without timers (vercel.json). Returns tasks that the time limit left over as `left`; the next call
 * runs them.
 * @returns 200 with the completed tasks; 500 if a task failed; 401 without the secret; 404 for an unknown cadence; 503 until the database
 * is ready
 */
export async function handleCron(
  cadence: string,
  request: Request,
  tasks: readonly TimedTask[] = timedTasks(),
  budget = BUDGET_MS,
): Promise<Response> {
  const { cronSecret, apiBaseUrl } = env();
  if (!CRON_CADENCES.includes(cadence as CronCadence))
    return reply(404, "NOT_FOUND", `There is no such call. Use one of: ${CRON_CADENCES.join(", ")}.`);
  if (!cronSecret) return reply(404, "NOT_FOUND", "Calls of the clock are closed here. Set CRON_SECRET to open them.");
  if (!hasBearerToken(request.headers.get("authorization"), cronSecret))
    return reply(401, "UNAUTHORIZED", "Send the CRON_SECRET as a bearer token.");
  if (apiBaseUrl)
    return resultResponse({ done: [], failed: [], left: [] }, "Another service is the API and keeps its own clock.");
  const fault = databaseFault();
  if (fault) return reply(503, "SERVICE_UNAVAILABLE", fault);
  const dueTasks = tasks.filter((task) => cronCadenceOf(task) === cadence);
  const outcome = await runUntil(Date.now() + budget, () => runAll(dueTasks));
  await storeOutcomes(database().db, dueTasks).catch((error) => log.warn({ err: error }, "outcomes were not stored"));
  return resultResponse(outcome, "");
}

async function runAll(tasks: readonly TimedTask[]): Promise<RunOutcome> {
  const outcome: RunOutcome = { done: [], failed: [], left: [] };
  for (const task of tasks) {
    const { name, run } = task;
    if (isProcessStopping()) outcome.left.push(name);
    else
      await withLogContext({ task: name }, () => run(database().db)).then(
        () => {
          recordOperationOutcome(operationOfTask(task));
          outcome.done.push(name);
        },
        (error: unknown) => {
          log.warn({ err: error, task: name }, "a timed task failed");
          recordOperationOutcome(operationOfTask(task), error);
          outcome.failed.push(name);
        },
      );
  }
  return outcome;
}

async function storeOutcomes(db: Database, tasks: readonly TimedTask[]) {
  await registerTimedTasks(db, tasks.map(operationOfTask));
  await saveOperationOutcomes(db);
}

const NO_STORE_HEADERS = { "cache-control": "no-store" };

/** Responds with 500 if a task failed, so that monitoring detects it. */
function resultResponse(data: RunOutcome, message: string): Response {
  const status = data.failed.length ? 500 : 200;
  return Response.json({ status, message, data }, { status, headers: NO_STORE_HEADERS });
}

const reply = (status: number, code: string, message: string) =>
  Response.json({ status, message, code }, { status, headers: NO_STORE_HEADERS });
