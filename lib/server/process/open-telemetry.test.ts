import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { collectLogLines } from "@/lib/server/testing/log-lines";
import { startOpenTelemetry } from "./open-telemetry";
import { isTracingOn } from "./start-tracing";

type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
};
const lines = collectLogLines();
let app: TestApp;
let receivedSpans: ReceivedSpan[] = [];
let receivedBodies = "";
let serviceHeaders: IncomingMessage["headers"] = {};
let tracing: ReturnType<typeof startOpenTelemetry>;

/** Receives spans as OTLP in JSON. Also stands in for the service to which the product sends a request. */
const receiver = createServer(async (request, response) => {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  if (request.url === "/v1/traces") {
    receivedBodies += body;
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans } of scopeSpans) receivedSpans.push(...spans);
  } else serviceHeaders = request.headers;
  response.end("{}");
});
let receiverUrl: string;

beforeAll(async () => {
  app = await startTestApp();
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiverUrl;
  tracing = startOpenTelemetry();
});
beforeEach(() => {
  receivedSpans = [];
  receivedBodies = "";
});
afterAll(async () => {
  await tracing.stop();
  Reflect.deleteProperty(process.env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await app.stop();
});

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_SPAN_ID = "b7ad6b7169203331";
const attributesOf = (span: ReceivedSpan | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);

it("tracing sends one span for an API call, which continues the client's trace, and one for each SQL statement without its values", async () => {
  const admin = await makeAdmin(app);
  await app.call("GET", "/system-logs/people", {
    token: admin.token,
    headers: { traceparent: `00-${TRACE_ID}-${PARENT_SPAN_ID}-01`, "x-request-id": "request-0001" },
  });
  await tracing.flush();
  const call = receivedSpans.find(({ name }) => name === "systemLogs.people");
  expect(call).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_SPAN_ID });
  expect(attributesOf(call)).toMatchObject({
    "crossriverpay.request_id": "request-0001",
    "http.response.status_code": 200,
  });
  const statements = receivedSpans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.length).toBeGreaterThan(1);
  expect(attributesOf(statements[0])["db.query.text"]).toMatch(/^select[^$]+\$1/);
  expect(receivedBodies).not.toContain(admin.id);
  expect(receivedBodies).toContain("cross-river-pay");
  expect(lines.findLast((line) => line.includes('"msg":"call"'))).toContain(TRACE_ID);
});

it("tracing marks the span of a failed API call as an error, and sends no spans for SQL statements outside API calls", async () => {
  await app.db.execute("select 1");
  await app.db.execute("alter table audit_trails rename to elsewhere");
  const admin = await makeAdmin(app);
  await app.call("GET", "/system-logs/audit-trails", { token: admin.token });
  await app.db.execute("alter table elsewhere rename to audit_trails");
  await tracing.flush();
  const failed = receivedSpans.find(({ name }) => name === "systemLogs.auditTrails");
  expect(failed?.status.code).toBe(2);
  expect(receivedSpans.filter(({ traceId }) => traceId !== failed?.traceId)).toEqual([]);
});

it("tracing sends a span for an outgoing request without its query, and passes the trace to the other service", async () => {
  await fetch(`${receiverUrl}/hooks?token=secret`).then((response) => response.text());
  await tracing.flush();
  const [span] = receivedSpans;
  expect(attributesOf(span)).toMatchObject({ "url.path": "/hooks", "http.response.status_code": 200 });
  expect(serviceHeaders.traceparent).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
  expect(receivedBodies).not.toContain("secret");
});

it.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_SDK_DISABLED: "true" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_TRACES_EXPORTER: "none" }, false],
])("isTracingOn with the environment variables %j returns %s", (variables, isOn) => {
  expect(isTracingOn(variables as unknown as NodeJS.ProcessEnv)).toBe(isOn);
});
