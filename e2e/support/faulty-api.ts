import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Simulated failure of the API: status 500, HTML instead of JSON, a truncated body, or no response. */
export type ApiFault = "500" | "html" | "cut" | "silent";
/** Describes how requests to `path` fail. With `until`, the correct response is delayed until the promise resolves. */
type ActiveFault = { path: RegExp } & ({ how: ApiFault } | { until: () => Promise<unknown> });

/** Starts a proxy of the API that simulates failures. Forwards all requests while `state.fault` is undefined. */
export async function startFaultyApi(api: string) {
  const state: { fault?: ActiveFault } = {};
  const server = createServer(async (request, response) => {
    const { fault } = state;
    if (fault?.path.test(request.url ?? "")) {
      if ("how" in fault) return answerWithFault(fault.how, response);
      await fault.until();
    }
    const answer = await fetch(`${api}${request.url}`, {
      method: request.method,
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      body: request.method === "GET" ? undefined : await readRequestBody(request),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerWithFault(misbehaviour: ApiFault, response: ServerResponse) {
  if (misbehaviour === "silent") return;
  if (misbehaviour === "500") return response.writeHead(500, { "content-type": "application/json" }).end("{}");
  if (misbehaviour === "html")
    return response.writeHead(200, { "content-type": "text/html" }).end("<html>Not what you asked");
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"status":200,"da', () => response.destroy());
}

async function readRequestBody(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length ? Buffer.concat(chunks) : undefined;
}
