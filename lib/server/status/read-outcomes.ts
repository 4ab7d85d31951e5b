import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { type OperationKind, operationStatus } from "@/lib/server/db/schema/operation-status";

/** Seconds between two calls of Vercel's cron (vercel.json). On Vercel, a task with a shorter interval runs only once in this time. */
const CRON_SECONDS = 60;

/** A task is late after this many intervals without a success. */
const LATE_INTERVALS = 3;

const lateAfterSeconds = sql`${LATE_INTERVALS} * greatest(${operationStatus.everySeconds}, ${CRON_SECONDS})`;

/** SQL: true for a task that has not succeeded for three intervals, counted from its first run if it never succeeded. */
const isLate = sql<boolean>`
  coalesce(${operationStatus.lastSuccessAt}, ${operationStatus.firstSeenAt}) < now() - make_interval(secs => ${lateAfterSeconds})`;

/** Reads the last outcomes of all operations of one kind, sorted by name. `isLate` is null for operations without an interval. */
export const readOperationOutcomes = (db: Queryable, kind: OperationKind) =>
  db
    .select({
      name: operationStatus.name,
      everySeconds: operationStatus.everySeconds,
      lastSuccessAt: operationStatus.lastSuccessAt,
      lastFailureAt: operationStatus.lastFailureAt,
      failingSince: operationStatus.failingSince,
      lastError: operationStatus.lastError,
      isLate,
    })
    .from(operationStatus)
    .where(eq(operationStatus.kind, kind))
    .orderBy(asc(operationStatus.name));
/** Stored outcome of a timed task or a service. */
export type OperationOutcomeRow = Awaited<ReturnType<typeof readOperationOutcomes>>[number];
