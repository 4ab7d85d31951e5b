import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** Fields that every log line of a request or timed task has. Never contains a token. */
export type LogContext = {
  requestId?: string;
  /** Id of the page load in whose browser tab the request was sent (docs/monitoring.md). */
  pageId?: string;
  /** Name of the API call, as in the audit trail. */
  call?: string;
  adminId?: string;
  sessionId?: string;
  /** Name of the citizen app whose key was used. */
  app?: string;
  task?: string;
  /** Id of the OpenTelemetry trace, if tracing is on. */
  traceId?: string;
};

// Stored globally, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPayLogContext?: AsyncLocalStorage<LogContext> };
globalState.crossRiverPayLogContext ??= new AsyncLocalStorage();
const storage = globalState.crossRiverPayLogContext;

/** Returns the log fields of the current request or timed task; an empty object outside both. */
export const currentLogContext = (): LogContext => storage.getStore() ?? {};

/** Calls `run`. Each log line that is written during the call has these fields. */
export const withLogContext = <T>(context: LogContext, run: () => T): T => storage.run({ ...context }, run);

/** Adds fields to the log lines of the current request. Does nothing outside a request. */
export const addToLogContext = (fields: LogContext): void => void Object.assign(storage.getStore() ?? {}, fields);
