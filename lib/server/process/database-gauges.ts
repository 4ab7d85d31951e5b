import "server-only";
import { count, eq, sql } from "drizzle-orm";
import { readSealLag } from "@/lib/server/audit/seal-lag";
import type { Database } from "@/lib/server/db/client";
import { readPartitions } from "@/lib/server/db/month-partitions";
import { checkReplica } from "@/lib/server/db/replica";
import { approvals } from "@/lib/server/db/schema/approvals";
import { outbox } from "@/lib/server/db/schema/outbox";
import { OUTBOX_KINDS } from "@/lib/server/outbox/deliver";
import { readLastVerification } from "@/lib/server/status/last-verification";
import { readOperationOutcomes } from "@/lib/server/status/read-outcomes";
import { timedTasks } from "./timed-tasks";

/** Values of one metrics gauge. `name` omits the product's prefix. */
export type GaugeReading = {
  name: string;
  help: string;
  samples: { labels?: Record<string, string>; value: number }[];
};
type ReadGauges = (db: Database) => Promise<GaugeReading[]>;

/** Maximum number of outbox rows counted per kind, because a broadcast can queue a million mails. */
const OUTBOX_ROWS_MAX = 10_000;

const secondsOf = (at: Date | null | undefined) => (at ? at.getTime() / 1_000 : 0);

/** Functions that each read a group of gauges with one statement. When adding a gauge, describe it in docs/monitoring.md. */
const GAUGES: readonly ReadGauges[] = [
  readOutbox,
  readTasks,
  readServices,
  readBackup,
  readSeals,
  readApprovals,
  readVerifications,
  readReplica,
  readMonthPartitions,
];

/** Reads all gauges of the database, one statement after the other, so that a scrape of the metrics uses only one connection. */
export async function readDatabaseGauges(db: Database): Promise<GaugeReading[]> {
  const readings: GaugeReading[] = [];
  for (const read of GAUGES) readings.push(...(await read(db)));
  return readings;
}

async function readOutbox(db: Database): Promise<GaugeReading[]> {
  const { rows } = await db.execute<{ kind: string; waiting: number; failed: number; age: number }>(sql`
    select kinds.kind, count(due.*)::int as waiting, count(due.*) filter (where due.attempts > 0)::int as failed,
      coalesce(extract(epoch from now() - min(due.created_at)), 0)::float8 as age
    from unnest(${sql.param([...OUTBOX_KINDS])}::text[]) kinds (kind) left join lateral (
      select attempts, created_at from ${outbox} where ${outbox.kind} = kinds.kind
      order by ${outbox.nextAttemptAt}, ${outbox.id} limit ${OUTBOX_ROWS_MAX}) due on true
    group by kinds.kind`);
  const samplesOf = (field: "waiting" | "failed" | "age") =>
    rows.map((row) => ({ labels: { kind: row.kind }, value: row[field] }));
  return [
    {
      name: "outbox_oldest_seconds",
      help: "Age of the oldest undelivered outbox row by kind; 0 without one.",
      samples: samplesOf("age"),
    },
    {
      name: "outbox_waiting",
      help: "Undelivered outbox rows by kind, counted up to 10,000.",
      samples: samplesOf("waiting"),
    },
    {
      name: "outbox_retrying",
      help: "Undelivered outbox rows with at least one attempt, by kind.",
      samples: samplesOf("failed"),
    },
  ];
}

async function readTasks(db: Database): Promise<GaugeReading[]> {
  const names = new Set(timedTasks().map(({ name }) => name));
  const tasks = (await readOperationOutcomes(db, "task")).filter(({ name }) => names.has(name));
  return [
    {
      name: "task_last_success_timestamp_seconds",
      help: "Unix time of the last success of a timed task on any instance; 0 if it never ran.",
      samples: tasks.map(({ name, lastSuccessAt }) => ({ labels: { task: name }, value: secondsOf(lastSuccessAt) })),
    },
    {
      name: "task_overdue",
      help: "1 if a timed task has not succeeded for three intervals, at least 3 minutes.",
      samples: tasks.map(({ name, isLate }) => ({ labels: { task: name }, value: isLate ? 1 : 0 })),
    },
  ];
}

async function readServices(db: Database): Promise<GaugeReading[]> {
  const services = await readOperationOutcomes(db, "service");
  return [
    {
      name: "service_failing_seconds",
      help: "Seconds since deliveries to this service (mail, push, provider) began to fail; 0 while they succeed.",
      samples: services.map(({ name, failingSince }) => ({
        labels: { service: name },
        value: failingSince ? Math.max(0, (Date.now() - failingSince.getTime()) / 1_000) : 0,
      })),
    },
  ];
}

async function readBackup(db: Database): Promise<GaugeReading[]> {
  const [backup] = await readOperationOutcomes(db, "backup");
  return [
    {
      name: "backup_last_success_timestamp_seconds",
      help: "Unix time of the last recorded backup; 0 if none was recorded.",
      samples: [{ value: secondsOf(backup?.lastSuccessAt) }],
    },
  ];
}

async function readSeals(db: Database): Promise<GaugeReading[]> {
  const { waiting, seconds } = await readSealLag(db);
  return [
    {
      name: "audit_rows_waiting",
      help: "Audit rows that wait for their seal.",
      samples: [{ value: waiting }],
    },
    {
      name: "audit_seal_lag_seconds",
      help: "Age of the oldest audit row that waits for its seal; 0 without one.",
      samples: [{ value: seconds }],
    },
  ];
}

async function readApprovals(db: Database): Promise<GaugeReading[]> {
  const [row] = await db.select({ waiting: count() }).from(approvals).where(eq(approvals.state, "waiting"));
  return [
    {
      name: "approvals_waiting",
      help: "Requests that wait for a second admin.",
      samples: [{ value: row?.waiting ?? 0 }],
    },
  ];
}

async function readVerifications(db: Database): Promise<GaugeReading[]> {
  const readings: GaugeReading[] = [];
  for (const subject of ["ledger", "chain"] as const) {
    const last = await readLastVerification(db, subject);
    const label = subject === "ledger" ? "ledger" : "audit trail";
    readings.push(
      {
        name: `${subject}_verification_timestamp_seconds`,
        help: `Unix time of the last complete verification of the ${label}; 0 if there was none.`,
        samples: [{ value: secondsOf(last?.at) }],
      },
      {
        name: `${subject}_verification_ok`,
        help: `1 if the last verification of the ${label} found no fault, or there was none.`,
        samples: [{ value: last && !last.isOk ? 0 : 1 }],
      },
    );
  }
  return readings;
}

async function readReplica(db: Database): Promise<GaugeReading[]> {
  const fault = await checkReplica(db);
  if (fault === null) return [];
  return [
    {
      name: "replica_up",
      help: "1 if reads of this process use DATABASE_REPLICA_URL; 0 if it does not answer or is behind. Missing without this setting.",
      samples: [{ value: fault ? 0 : 1 }],
    },
  ];
}

async function readMonthPartitions(db: Database): Promise<GaugeReading[]> {
  const tables = await readPartitions(db);
  return [
    {
      name: "partition_months_ahead",
      help: "Coming months that have a partition, by partitioned table; normally 3.",
      samples: tables.map(({ table, monthsAhead }) => ({ labels: { table }, value: monthsAhead })),
    },
    {
      name: "partition_rows_outside",
      help: "Rows of this month or later in the default partition, counted up to 10,000; normally 0.",
      samples: tables.map(({ table, rowsOutside }) => ({ labels: { table }, value: rowsOutside })),
    },
  ];
}
