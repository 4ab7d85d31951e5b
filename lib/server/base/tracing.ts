import "server-only";

/** Callbacks that report spans to OpenTelemetry (lib/server/process/open-telemetry.ts). */
export type TracingCallbacks = {
  /** Runs an API call in a span, which continues the trace of its `traceparent` header. */
  call: (
    call: { name: string; requestId: string; headers: Headers },
    run: () => Promise<Response>,
  ) => Promise<Response>;
  /** Runs an SQL statement in a span. Outside an API call, creates no span, because timed tasks would create a trace for each statement. */
  query: <T>(text: string, run: () => T) => T;
};

// Stored globally, because Next.js bundles instrumentation and the API separately. Undefined unless tracing is on.
const globalState = globalThis as { crossRiverPayTracing?: TracingCallbacks };

/** Runs an API call in a span. If tracing is off, runs the call without a span. */
export const traceCall: TracingCallbacks["call"] = (call, run) =>
  globalState.crossRiverPayTracing?.call(call, run) ?? run();

/** Runs an SQL statement in a span that shows its text, but not its values. @param query first argument of `pg`'s `query` */
export function traceQuery<T>(query: unknown, run: () => T): T {
  const tracing = globalState.crossRiverPayTracing;
  if (!tracing) return run();
  const text = typeof query === "object" && query !== null && "text" in query ? query.text : query;
  return tracing.query(typeof text === "string" ? text : "", run);
}

/** Sets the tracing callbacks of this process; undefined to turn tracing off. */
export const setTracingCallbacks = (tracing: TracingCallbacks | undefined) => {
  globalState.crossRiverPayTracing = tracing;
};
