import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "@/lib/server/api/http-handler";

/** Serves the API's HTTP handler on a port of its own, for clients in other processes. */
export async function serveApi() {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = "GET" } = incoming;
    const body = method === "GET" || method === "HEAD" ? undefined : new Uint8Array(Buffer.concat(chunks));
    const headers = new Headers(incoming.headers as Record<string, string>);
    const answered = await answer(new Request(`http://test${incoming.url}`, { method, headers, body }));
    outgoing.writeHead(answered.status, Object.fromEntries(answered.headers));
    outgoing.end(Buffer.from(await answered.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
