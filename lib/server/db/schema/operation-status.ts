import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** `task`: a timed task. `service`: mail, push or payment provider. `backup`: the job that backs up the database. */
export const OPERATION_KINDS = ["task", "service", "backup"] as const;
/** Kind of an operation whose last outcome is stored. */
export type OperationKind = (typeof OPERATION_KINDS)[number];

/**
 * Last outcomes of timed tasks, of deliveries to other services and of backups: one row for each. Every instance updates the rows; metrics
 * and the page "System Status" read them.
 */
export const operationStatus = pgTable(
  "operation_status",
  {
    kind: text("kind", { enum: OPERATION_KINDS }).notNull(),
    name: text("name").notNull(),
    /** Longest time in seconds between two runs of a task; null for the other kinds. */
    everySeconds: integer("every_seconds"),
    lastSuccessAt: instant("last_success_at"),
    lastFailureAt: instant("last_failure_at"),
    /** Time of the first failure after the last success; null if the last run succeeded. */
    failingSince: instant("failing_since"),
    /** Message of the last failure, without personal data. */
    lastError: text("last_error"),
    /** Time at which an instance first ran the task. Until the first success, a task counts as late if this time is too long ago. */
    firstSeenAt: instant("first_seen_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name] })],
);
