import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** A request of Node's fetch, as undici's diagnostics channels report it. */
type FetchRequest = {
  origin: string | URL;
  method: string;
  path: string;
  addHeader: (name: string, value: string) => void;
};
type FetchEvent = { request: FetchRequest; response?: { statusCode: number } };

/**
 * Creates a span for each outgoing request of `fetch`, and adds the trace's header to the request. Spans contain no query string, because
 * URLs may contain tokens. Uses Node's diagnostics channels, because @opentelemetry/instrumentation-undici would load a framework that
 * patches modules (docs/decisions/0024-monitoring.md).
 * @returns a function that stops tracing
 */
export function traceFetches(tracer: Tracer): () => void {
  const spans = new WeakMap<FetchRequest, Span>();
  const handlers: Record<string, (event: FetchEvent) => void> = {
    "undici:request:create"({ request }) {
      const { host, pathname } = new URL(request.path, request.origin);
      const attributes = { "http.request.method": request.method, "server.address": host, "url.path": pathname };
      const span = tracer.startSpan(`${request.method} ${host}`, { kind: SpanKind.CLIENT, attributes });
      spans.set(request, span);
      propagation.inject(trace.setSpan(context.active(), span), request, {
        set: (sent, name, value) => sent.addHeader(name, value),
      });
    },
    "undici:request:headers"({ request, response }) {
      const status = response?.statusCode ?? 0;
      const span = spans.get(request)?.setAttribute("http.response.status_code", status);
      if (status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    "undici:request:trailers": ({ request }) => spans.get(request)?.end(),
    "undici:request:error"({ request }) {
      spans.get(request)?.setStatus({ code: SpanStatusCode.ERROR }).end();
    },
  };
  const entries = Object.entries(handlers).map(
    ([channel, handle]) => [channel, (event: unknown) => handle(event as FetchEvent)] as const,
  );
  for (const [channel, handle] of entries) subscribe(channel, handle);
  return () => {
    for (const [channel, handle] of entries) unsubscribe(channel, handle);
  };
}
