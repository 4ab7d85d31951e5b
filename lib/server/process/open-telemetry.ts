import "server-only";
import { hostname } from "node:os";
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { addToLogContext } from "@/lib/server/base/log-context";
import { setTracingCallbacks } from "@/lib/server/base/tracing";
import { httpActivity } from "./http-activity.mjs";
import { traceFetches } from "./trace-fetches";

/** Maximum number of characters of an SQL statement in a span. */
const STATEMENT_MAX = 2_000;
/** Interval in ms at which spans are sent while the process is stopping. */
const STOPPING_FLUSH_MS = 500;

/**
 * Sends spans of calls, SQL statements and outgoing requests to an OTLP receiver. Loaded only if tracing is on (start-tracing.ts).
 * OpenTelemetry's libraries read all its other environment variables. Next.js adds its own spans of pages.
 * @returns functions that send all spans now, and that end tracing
 */
export function startOpenTelemetry() {
  const instance = `${hostname()}:${process.pid}`;
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "cross-river-pay", "service.instance.id": instance }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer("cross-river-pay");

  setTracingCallbacks({
    call({ name, requestId, headers }, run) {
      // If Next.js has created a span, that span already continues the client's trace.
      const carrier = Object.fromEntries(headers);
      const parent = trace.getActiveSpan() ? context.active() : propagation.extract(context.active(), carrier);
      const attributes = { "rpc.method": name, "crossriverpay.request_id": requestId };
      return tracer.startActiveSpan(name, { kind: SpanKind.SERVER, attributes }, parent, (span) => {
        addToLogContext({ traceId: span.spanContext().traceId });
        return endAfter(span, run(), (response) => {
          span.setAttribute("http.response.status_code", response.status);
          if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        });
      });
    },
    query(text, run) {
      if (!trace.getActiveSpan()) return run();
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
      const attributes = { "db.system.name": "postgresql", "db.query.text": text.trim().slice(0, STATEMENT_MAX) };
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes });
      const result = run();
      if (result instanceof Promise) void endAfter(span, result).catch(() => {});
      else span.end();
      return result;
    },
  });
  const stopTracingFetches = traceFetches(tracer);
  // Sends spans more often while the process stops. Normally they are collected for up to five seconds, so that the last ones would be
  // lost.
  httpActivity.stop.addEventListener("abort", () =>
    setInterval(() => void provider.forceFlush().catch(() => {}), STOPPING_FLUSH_MS).unref(),
  );
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      stopTracingFetches();
      setTracingCallbacks(undefined);
      await provider.shutdown();
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** Ends the span when the work ends. Stores only the type of an error, because its message may contain personal data. */
async function endAfter<T>(span: Span, work: Promise<T>, onResult?: (result: T) => void): Promise<T> {
  try {
    const result = await work;
    onResult?.(result);
    return result;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined });
    throw error;
  } finally {
    span.end();
  }
}
