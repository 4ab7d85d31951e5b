import "server-only";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Queryable } from "@/lib/server/db/client";
import { timedTasks } from "@/lib/server/process/timed-tasks";
import { readOperationOutcomes } from "@/lib/server/status/read-outcomes";
import { documentationPathOf, type StatusLineContent, toStatusLine } from "./status-line";

/** Minimum difference in ms between the clocks of app and database that counts as a fault. */
const SKEW_LIMIT_MS = 5_000;

/** Checks that every timed task succeeded within three intervals, and that app and database have the same time. */
export async function clockLine(db: Queryable): Promise<StatusLineContent> {
  const names = new Set(timedTasks().map(({ name }) => name));
  const tasks = (await readOperationOutcomes(db, "task")).filter(({ name }) => names.has(name));
  const lateTasks = tasks.filter(({ isLate }) => isLate);
  const skewMs = await measureSkew(db);
  const successTimes = tasks.flatMap(({ lastSuccessAt }) => (lastSuccessAt ? [lastSuccessAt.getTime()] : []));
  const trigger = env().timers ? "Timers of this server" : "Calls of /api/cron";
  const facts = [
    { label: "Triggered by", value: trigger },
    { label: "Timed tasks on time", value: `${tasks.length - lateTasks.length} of ${names.size}` },
    { label: "Difference to the database's clock", value: `${(Math.round(skewMs / 100) / 10 || 0).toFixed(1)} s` },
  ];
  if (lateTasks.length) facts.push({ label: "Late", value: lateTasks.map(({ name }) => name).join(", ") });
  const lastSuccessAt = successTimes.length ? new Date(Math.max(...successTimes)) : null;
  if (tasks.length === 0 || lateTasks.length)
    return toStatusLine("failing", {
      facts,
      lastSuccessAt,
      failingSince: earliest(lateTasks.flatMap(({ failingSince }) => (failingSince ? [failingSince] : []))),
      next: {
        text: "Check TIMERS, or the calls of /api/cron and CRON_SECRET, and look for “a timed task failed” in the log.",
        document: documentationPathOf("trouble", "Nothing happens by the clock"),
      },
    });
  if (Math.abs(skewMs) > SKEW_LIMIT_MS)
    return toStatusLine("failing", {
      facts,
      lastSuccessAt,
      next: {
        text: "Synchronise the clocks of this server and the database (NTP).",
        document: documentationPathOf("part", "clock"),
      },
    });
  return toStatusLine("working", { facts, lastSuccessAt });
}

const earliest = (times: Date[]) => (times.length ? new Date(Math.min(...times.map((time) => time.getTime()))) : null);

/** Returns how many ms the database's clock is ahead. Compares it with the middle of the request's duration. */
async function measureSkew(db: Queryable): Promise<number> {
  const before = Date.now();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return (rows[0]?.ms ?? 0) - (before + Date.now()) / 2;
}
