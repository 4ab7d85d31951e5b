import { connect, createServer } from "node:net";

/**
 * Forwards TCP connections to a PostgreSQL server and delays what the client sends, so that each round trip takes `delayMs` longer. Runs
 * in a separate process, because load of the benchmark's own process would delay the data further.
 * @returns the proxy's port
 */
export function startDelayProxy(target: URL, delayMs: number): Promise<number> {
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    client.setNoDelay(true);
    client.on("data", (chunk) => setTimeout(() => upstream.write(chunk), delayMs));
    upstream.on("data", (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
