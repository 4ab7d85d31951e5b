import "server-only";

/** Returns true if a URL for spans is set, and tracing is not turned off by another standard variable of OpenTelemetry. */
export function isTracingOn(variables: NodeJS.ProcessEnv = process.env): boolean {
  const isOff = variables.OTEL_SDK_DISABLED?.toLowerCase() === "true" || variables.OTEL_TRACES_EXPORTER === "none";
  return !isOff && Boolean(variables.OTEL_EXPORTER_OTLP_ENDPOINT || variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Starts tracing if it is on. Loads OpenTelemetry only then: it takes 18 MB of memory (docs/monitoring.md). */
export async function startTracing(): Promise<void> {
  if (isTracingOn()) (await import("./open-telemetry")).startOpenTelemetry();
}
