import "server-only";
import { sql } from "drizzle-orm";
import { redactAddresses } from "@/lib/server/base/redact.mjs";
import type { Database } from "@/lib/server/db/client";
import { type OperationKind, operationStatus } from "@/lib/server/db/schema/operation-status";

/** A timed task, by its name and its longest interval in seconds, or a service to which the product sends something. */
export type MonitoredOperation = { kind: OperationKind; name: string; everySeconds?: number };
/** Services of which the outcome of the last delivery is recorded. */
export type ServiceName = "mail" | "push" | "provider";

type Outcome = MonitoredOperation & { successAt?: Date; failureAt?: Date; failingSince: Date | null; error?: string };

const ERROR_MAX = 500;

// Stored globally, because Next.js bundles instrumentation and the API separately.
const globalState = globalThis as { crossRiverPayOutcomes?: Map<string, Outcome> };
globalState.crossRiverPayOutcomes ??= new Map();
const unsavedOutcomes = globalState.crossRiverPayOutcomes;

/** Records in memory that a task or delivery succeeded or failed. `saveOperationOutcomes` stores it. */
export function recordOperationOutcome(operation: MonitoredOperation, error?: unknown): void {
  const key = keyOf(operation);
  const previous = unsavedOutcomes.get(key);
  const now = new Date();
  unsavedOutcomes.set(
    key,
    error === undefined
      ? { ...previous, ...operation, successAt: now, failingSince: null }
      : {
          ...previous,
          ...operation,
          failureAt: now,
          failingSince: previous?.failingSince ?? now,
          error: messageOf(error),
        },
  );
}

const keyOf = ({ kind, name }: MonitoredOperation) => `${kind}:${name}`;

const messageOf = (error: unknown) =>
  redactAddresses(error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX);

/** Records all timed tasks of this process, so that System Status shows a task that never runs. */
export async function registerTimedTasks(db: Database, tasks: readonly MonitoredOperation[]): Promise<void> {
  if (!tasks.length) return;
  await db
    .insert(operationStatus)
    .values(tasks.map(({ kind, name, everySeconds }) => ({ kind, name, everySeconds })))
    .onConflictDoUpdate({
      target: [operationStatus.kind, operationStatus.name],
      set: { everySeconds: sql`excluded.every_seconds` },
    });
}

/**
 * Stores all outcomes since the last call, in one statement. Several instances update the same rows: the newest time counts, and a
 * failure keeps the start of the failures that another instance recorded.
 * @throws if the statement fails; the next call stores the outcomes
 */
export async function saveOperationOutcomes(db: Database): Promise<void> {
  const outcomes = [...unsavedOutcomes.values()].sort((a, b) =>
    `${a.kind}${a.name}`.localeCompare(`${b.kind}${b.name}`),
  );
  if (!outcomes.length) return;
  unsavedOutcomes.clear();
  try {
    await storeOutcomes(db, outcomes);
  } catch (error) {
    for (const outcome of outcomes) putBack(outcome);
    throw error;
  }
}

/**
 * Puts back an outcome that could not be stored, so that the next call stores it. A newer outcome of the operation keeps its own fields.
 */
function putBack(outcome: Outcome): void {
  const key = keyOf(outcome);
  const newer = unsavedOutcomes.get(key);
  const failingSince = newer?.failingSince && outcome.failingSince ? outcome.failingSince : newer?.failingSince;
  unsavedOutcomes.set(key, newer ? { ...outcome, ...newer, failingSince: failingSince ?? null } : outcome);
}

async function storeOutcomes(db: Database, outcomes: readonly Outcome[]): Promise<void> {
  const latest = (column: string) => sql.raw(`greatest(operation_status.${column}, excluded.${column})`);
  await db
    .insert(operationStatus)
    .values(
      outcomes.map(({ kind, name, everySeconds, successAt, failureAt, failingSince, error }) => ({
        kind,
        name,
        everySeconds,
        lastSuccessAt: successAt,
        lastFailureAt: failureAt,
        failingSince,
        lastError: error,
      })),
    )
    .onConflictDoUpdate({
      target: [operationStatus.kind, operationStatus.name],
      set: {
        everySeconds: sql`coalesce(excluded.every_seconds, operation_status.every_seconds)`,
        lastSuccessAt: latest("last_success_at"),
        lastFailureAt: latest("last_failure_at"),
        failingSince: sql`case when excluded.failing_since is not null then coalesce(operation_status.failing_since, excluded.failing_since) end`,
        lastError: sql`coalesce(excluded.last_error, operation_status.last_error)`,
      },
    });
}
