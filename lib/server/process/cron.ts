import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { databaseFault } from "@/lib/server/db/availability";
import { database } from "@/lib/server/db/client";
import { isStopping, runUntil } from "./stopping";
import { CADENCES, type Cadence, cadenceOf, type TimedTask, timedTasks } from "./timed-tasks";

/** Time limit of one call in ms, below the 60 s that the route sets for the function. */
const BUDGET_MS = 50_000;

type RunOutcome = { done: string[]; failed: string[]; left: string[] };

/**
 * Runs due tasks in sequence, for hosts without timers (vercel.json). Tasks not reached within the time limit are
 * returned as `left` and run with the next call.
 * @returns 200 with the completed tasks; 500 if one failed; 401 without the secret; 404 for an unknown cadence; 503
 * until the database is ready
 */
export async function handleCron(
  cadence: string,
  request: Request,
  tasks: readonly TimedTask[] = timedTasks(),
  budget = BUDGET_MS,
): Promise<Response> {
  const { cronSecret, apiBaseUrl } = env();
  if (!CADENCES.includes(cadence as Cadence))
    return reply(404, "NOT_FOUND", `There is no such call. Use one of: ${CADENCES.join(", ")}.`);
  if (!cronSecret) return reply(404, "NOT_FOUND", "Calls of the clock are closed here. Set CRON_SECRET to open them.");
  if (!isSameSecret(request.headers.get("authorization") ?? "", `Bearer ${cronSecret}`))
    return reply(401, "UNAUTHORIZED", "Send the CRON_SECRET as a bearer token.");
  if (apiBaseUrl)
    return resultResponse({ done: [], failed: [], left: [] }, "Another service is the API and keeps its own clock.");
  const fault = databaseFault();
  if (fault) return reply(503, "SERVICE_UNAVAILABLE", fault);
  const dueTasks = tasks.filter((task) => cadenceOf(task) === cadence);
  return resultResponse(await runUntil(Date.now() + budget, () => runAll(dueTasks)), "");
}

async function runAll(tasks: readonly TimedTask[]): Promise<RunOutcome> {
  const outcome: RunOutcome = { done: [], failed: [], left: [] };
  for (const { name, run } of tasks) {
    if (isStopping()) outcome.left.push(name);
    else
      await run(database().db).then(
        () => outcome.done.push(name),
        (error: unknown) => {
          log.warn({ err: error, task: name }, "a timed task failed");
          outcome.failed.push(name);
        },
      );
  }
  return outcome;
}

/** Compares in constant time. */
function isSameSecret(sentSecret: string, expectedSecret: string): boolean {
  const [sentHash, wantedHash] = [sentSecret, expectedSecret].map((text) => createHash("sha256").update(text).digest());
  return Boolean(sentHash && wantedHash && timingSafeEqual(sentHash, wantedHash));
}

const NO_STORE_HEADERS = { "cache-control": "no-store" };

/** Returns 500 if a task failed, so that monitoring detects it. */
function resultResponse(data: RunOutcome, message: string): Response {
  const status = data.failed.length ? 500 : 200;
  return Response.json({ status, message, data }, { status, headers: NO_STORE_HEADERS });
}

const reply = (status: number, code: string, message: string) =>
  Response.json({ status, message, code }, { status, headers: NO_STORE_HEADERS });
