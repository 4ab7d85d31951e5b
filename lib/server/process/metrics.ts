import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { setMetricsCallbacks } from "@/lib/server/base/observe";
import { databaseFault } from "@/lib/server/db/availability";
import { database } from "@/lib/server/db/client";
import { withWaitBudget } from "@/lib/server/db/wait-budget";
import { type GaugeReading, readDatabaseGauges } from "./database-gauges";

/** Limit in ms for all database gauges of one scrape, below Prometheus's default timeout of 10 s. */
const DATABASE_LIMIT_MS = 4_000;
/**
 * Upper bounds in seconds of the call duration histogram. Most calls take 5 to 50 ms; the longest limit of a call is 240 s
 * (api/long-calls.ts).
 */
const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

type Metrics = ReturnType<typeof createMetrics>;
const globalState = globalThis as { crossRiverPayMetrics?: Metrics };

/** Returns the metrics of this process. The first call creates them and starts to count API calls. */
export function metrics(): Metrics {
  globalState.crossRiverPayMetrics ??= createMetrics();
  return globalState.crossRiverPayMetrics;
}

/** Creates the metrics. Exported for tests, which need their own registry. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const prefix = "crossriverpay_";
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: `${prefix}calls_total`,
    help: "Calls of the API by name and HTTP status, those of server-rendered pages included. Call `none`: no such path.",
    labelNames: ["call", "status"],
    registers,
  });
  const durations = new Histogram({
    name: `${prefix}call_duration_seconds`,
    help: "Duration of calls of the API by name.",
    labelNames: ["call"],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const outboxFailures = new Counter({
    name: `${prefix}outbox_failures_total`,
    help: "Failed deliveries of this process by kind of outbox row.",
    labelNames: ["kind"],
    registers,
  });
  const replicaReads = new Counter({
    name: `${prefix}replica_reads_total`,
    help: "Reads that may use DATABASE_REPLICA_URL, by the database that served them.",
    labelNames: ["database"],
    registers,
  });
  setMetricsCallbacks({
    call(call, status, seconds) {
      calls.inc({ call, status });
      durations.observe({ call }, seconds);
    },
    outboxFailure: (kind) => outboxFailures.inc({ kind }),
    replicaRead: (database) => replicaReads.inc({ database }),
  });
  if (!env().apiBaseUrl) addPoolGauges(registry, prefix);

  let scrape: Promise<string> | undefined;
  return {
    contentType: registry.contentType,
    /**
     * Renders all metrics. Concurrent scrapes share one reading of the database. If the database fails, only the database gauges are
     * missing.
     */
    render(): Promise<string> {
      scrape ??= renderOnce(registry, prefix).finally(() => {
        scrape = undefined;
      });
      return scrape;
    },
  };
}

function addPoolGauges(registry: Registry, prefix: string) {
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `${prefix}database_pool_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  addGauge("size", "Largest number of connections of this process's pool.", () => env().databasePoolSize ?? 10);
  addGauge("connections", "Open connections of this process's pool.", () => readyPool()?.totalCount ?? 0);
  addGauge("idle", "Open connections that are not in use.", () => readyPool()?.idleCount ?? 0);
  addGauge("waiting", "Requests that wait for a connection.", () => readyPool()?.waitingCount ?? 0);
}

/** Returns the connection pool; null until the start has prepared the database. */
const readyPool = () => (databaseFault() ? null : database().pool);

async function renderOnce(registry: Registry, prefix: string): Promise<string> {
  const processMetrics = await registry.metrics();
  if (env().apiBaseUrl) return processMetrics;
  const readings = await withWaitBudget(DATABASE_LIMIT_MS, async () => readDatabaseGauges(database().db)).catch(
    (error) => {
      log.warn({ err: error }, "the database gauges could not be read");
      return null;
    },
  );
  const up: GaugeReading = {
    name: "database_up",
    help: "1 if the database answered this scrape; otherwise all gauges from the database are missing.",
    samples: [{ value: readings ? 1 : 0 }],
  };
  // Uses a registry per scrape, so that no value of an earlier scrape remains when the database fails.
  const databaseRegistry = new Registry();
  for (const reading of [up, ...(readings ?? [])]) addReading(databaseRegistry, prefix, reading);
  return `${processMetrics}${await databaseRegistry.metrics()}`;
}

function addReading(registry: Registry, prefix: string, { name, help, samples }: GaugeReading) {
  const labelNames = Object.keys(samples[0]?.labels ?? {});
  const gauge = new Gauge({ name: `${prefix}${name}`, help, labelNames, registers: [registry] });
  for (const { labels = {}, value } of samples) gauge.set(labels, value);
}
