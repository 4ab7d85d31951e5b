import "server-only";

/** Callbacks by which the API, the outbox and the database client report API calls, failed deliveries and database reads to the metrics (lib/server/process/metrics.ts). */
export type MetricsCallbacks = {
  /** @param call name of the API call as in the audit trail, or `none` for a path without a call */
  call: (call: string, status: number, seconds: number) => void;
  outboxFailure: (kind: string) => void;
  /** @param database the database that answered a read which was allowed to use the replica */
  replicaRead: (database: "replica" | "primary") => void;
};

// Stored globally, because Next.js bundles instrumentation and the API separately. Undefined unless metrics are on.
const globalState = globalThis as { crossRiverPayObserver?: MetricsCallbacks };

/** Reports a completed API call to the metrics. Does nothing if metrics are off. */
export const reportCallToMetrics: MetricsCallbacks["call"] = (...call) =>
  globalState.crossRiverPayObserver?.call(...call);
/** Reports a failed delivery from the outbox to the metrics. */
export const reportOutboxFailureToMetrics: MetricsCallbacks["outboxFailure"] = (kind) =>
  globalState.crossRiverPayObserver?.outboxFailure(kind);
/** Reports to the metrics whether a read used the replica or the primary. */
export const reportReplicaReadToMetrics: MetricsCallbacks["replicaRead"] = (database) =>
  globalState.crossRiverPayObserver?.replicaRead(database);

/** Sets the metrics callbacks of this process; undefined to turn reporting off. */
export const setMetricsCallbacks = (observer: MetricsCallbacks | undefined) => {
  globalState.crossRiverPayObserver = observer;
};
