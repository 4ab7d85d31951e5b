import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { handleRequest } from "@/lib/server/api/http-handler";

/** Serves the API's HTTP handler on a separate port, for clients in other processes. */
export async function serveApi() {
  const server = createServer(async (nodeRequest, nodeResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of nodeRequest) chunks.push(chunk);
    const { method = "GET" } = nodeRequest;
    const body = method === "GET" || method === "HEAD" ? undefined : new Uint8Array(Buffer.concat(chunks));
    const headers = new Headers(nodeRequest.headers as Record<string, string>);
    const apiResponse = await handleRequest(new Request(`http://test${nodeRequest.url}`, { method, headers, body }));
    nodeResponse.writeHead(apiResponse.status, Object.fromEntries(apiResponse.headers));
    nodeResponse.end(Buffer.from(await apiResponse.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
