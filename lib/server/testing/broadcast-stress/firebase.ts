import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Starts a fake Firebase that counts the messages sent to each token. A token is a letter and a number, and the number is its index in the
 * array of counts. Runs in the test's process, because the test kills the servers.
 */
export async function startFakeFirebase(tokens: number) {
  const receivedCounts = new Uint8Array(tokens);
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/token") return response.end('{"access_token":"a","expires_in":3599}');
      const token = /"token":"t(\d+)"/.exec(Buffer.concat(chunks).toString())?.[1];
      if (token !== undefined) {
        const tokenIndex = Number(token);
        receivedCounts[tokenIndex] = (receivedCounts[tokenIndex] ?? 0) + 1;
        count++;
      }
      return response.end('{"name":"1"}');
    });
    // Ignores connection errors: the connection breaks when the test kills the sending server.
    request.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the number of messages received so far. */
    count: () => count,
    /** Returns the number of tokens to which exactly `times` messages were sent. */
    heard: (times: number) => receivedCounts.reduce((sum, each) => sum + (each === times ? 1 : 0), 0),
    most: () => receivedCounts.reduce((maxReceived, each) => Math.max(maxReceived, each), 0),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
