import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { database } from "@/lib/server/db/client";
import { isStopping, runUntil } from "./stopping";
import { CADENCES, type Cadence, cadenceOf, type TimedTask, timedTasks } from "./timed-tasks";

/** Milliseconds that one call takes at most, so that it ends before its function is cut off (60 s, the route's limit). */
const BUDGET_MS = 50_000;

type Outcome = { done: string[]; failed: string[]; left: string[] };

/**
 * A call of the clock where nothing runs between requests (vercel.json): does what is due, one task after the other. What
 * its time does not reach is `left` to the next call.
 * @returns 200 with what was done; 500 when a task failed; 401 without the secret; 404 where there is no such call
 */
export async function answerCron(
  cadence: string,
  request: Request,
  tasks: readonly TimedTask[] = timedTasks(),
  budget = BUDGET_MS,
): Promise<Response> {
  const { cronSecret, apiBaseUrl } = env();
  if (!CADENCES.includes(cadence as Cadence))
    return said(404, "NOT_FOUND", `There is no such call. Use one of: ${CADENCES.join(", ")}.`);
  if (!cronSecret) return said(404, "NOT_FOUND", "Calls of the clock are closed here. Set CRON_SECRET to open them.");
  if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${cronSecret}`))
    return said(401, "UNAUTHORIZED", "Send the CRON_SECRET as a bearer token.");
  if (apiBaseUrl)
    return done({ done: [], failed: [], left: [] }, "Another service is the API and keeps its own clock.");
  const due = tasks.filter((task) => cadenceOf(task) === cadence);
  return done(await runUntil(Date.now() + budget, () => runAll(due)), "");
}

async function runAll(tasks: readonly TimedTask[]): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], left: [] };
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

/** In the same time, wherever they differ. */
function isSame(sent: string, wanted: string): boolean {
  const [one, other] = [sent, wanted].map((text) => createHash("sha256").update(text).digest());
  return Boolean(one && other && timingSafeEqual(one, other));
}

const NOT_KEPT = { "cache-control": "no-store" };

/** A failed task is a failed call: anyone who watches the calls sees it. */
function done(data: Outcome, message: string): Response {
  const status = data.failed.length ? 500 : 200;
  return Response.json({ status, message, data }, { status, headers: NOT_KEPT });
}

const said = (status: number, code: string, message: string) =>
  Response.json({ status, message, code }, { status, headers: NOT_KEPT });
