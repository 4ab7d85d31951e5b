import "server-only";
import { createServer } from "node:http";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { hasBearerToken } from "./bearer-token";

/** Loads the metrics and the metrics library only when they are used. */
const loadMetrics = async () => (await import("./metrics")).metrics();

/**
 * Begins to collect metrics if METRICS_TOKEN or METRICS_PORT is set. Serves the metrics on METRICS_PORT, if set.
 * @throws if the port is taken
 */
export async function startMetrics(): Promise<void> {
  const { metricsToken, metricsPort } = env();
  if (!metricsToken && !metricsPort) return;
  await loadMetrics();
  if (metricsPort) await serveMetrics(metricsPort);
}

/**
 * Serves `/metrics` with plain Node on a separate port, which a firewall can close to the public. If METRICS_TOKEN is set, requests must
 * contain the token.
 */
export async function serveMetrics(port: number) {
  const server = createServer(async (request, response) => {
    const { metricsToken } = env();
    const isAllowed = !metricsToken || hasBearerToken(request.headers.authorization, metricsToken);
    if (request.url?.split("?")[0] !== "/metrics" || request.method !== "GET") response.writeHead(404).end();
    else if (!isAllowed) response.writeHead(401).end();
    else {
      const { contentType, render } = await loadMetrics();
      response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" }).end(await render());
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new Error(`METRICS_PORT ${port} can't be opened: ${cause.message}`, { cause })),
    );
    server.listen(port, resolve);
  });
  server.on("error", (error) => log.error({ err: error }, "the metrics server failed"));
  server.unref();
  return server;
}

/** Responds to GET /api/metrics. Returns 404 if METRICS_TOKEN is not set, and 401 if the request does not contain the token. */
export async function handleMetrics(request: Request): Promise<Response> {
  const { metricsToken } = env();
  const reply = (status: number, code: string, message: string) =>
    Response.json({ status, code, message }, { status, headers: { "cache-control": "no-store" } });
  if (!metricsToken) return reply(404, "NOT_FOUND", "Metrics are closed here. Set METRICS_TOKEN to open them.");
  if (!hasBearerToken(request.headers.get("authorization"), metricsToken))
    return reply(401, "UNAUTHORIZED", "Send the METRICS_TOKEN as a bearer token.");
  const { contentType, render } = await loadMetrics();
  return new Response(await render(), { headers: { "content-type": contentType, "cache-control": "no-store" } });
}
