import "server-only";

/** Callbacks that report API calls, failed deliveries and database reads to the metrics (lib/server/process/metrics.ts). */
export type Observer = {
  /** @param call name of the API call as in the audit trail, or `none` for a path without a call */
  call: (call: string, status: number, seconds: number) => void;
  outboxFailure: (kind: string) => void;
  /** @param database that answered a read which may use the replica */
  replicaRead: (database: "replica" | "primary") => void;
};

// Stored globally, because Next.js bundles instrumentation and the API separately. Undefined unless metrics are on.
const globalState = globalThis as { crossRiverPayObserver?: Observer };

/** Reports a completed API call to the metrics. Does nothing if they are off. */
export const observeCall: Observer["call"] = (...call) => globalState.crossRiverPayObserver?.call(...call);
/** Reports a failed delivery from the outbox to the metrics. */
export const observeOutboxFailure: Observer["outboxFailure"] = (kind) =>
  globalState.crossRiverPayObserver?.outboxFailure(kind);
/** Reports to the metrics whether a read used the replica or the primary. */
export const observeReplicaRead: Observer["replicaRead"] = (database) =>
  globalState.crossRiverPayObserver?.replicaRead(database);

/** Sets the observer of this process; undefined to remove it. */
export const setObserver = (observer: Observer | undefined) => {
  globalState.crossRiverPayObserver = observer;
};
