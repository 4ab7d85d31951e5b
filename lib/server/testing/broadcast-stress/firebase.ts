import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A stand-in for Firebase that remembers which tokens it has heard, and how often, in little memory: tokens are numbers
 * behind a letter. Run in the process of the test, apart from those that are killed.
 */
export async function startFirebase(tokens: number) {
  const heard = new Uint8Array(tokens);
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/token") return response.end('{"access_token":"a","expires_in":3599}');
      const token = /"token":"t(\d+)"/.exec(Buffer.concat(chunks).toString())?.[1];
      if (token !== undefined) {
        const at = Number(token);
        heard[at] = (heard[at] ?? 0) + 1;
        count++;
      }
      return response.end('{"name":"1"}');
    });
    // A killed sender leaves its connections broken.
    request.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Messages so far. */
    count: () => count,
    /** How many tokens were heard so often. */
    heard: (times: number) => heard.reduce((sum, each) => sum + (each === times ? 1 : 0), 0),
    most: () => heard.reduce((most, each) => Math.max(most, each), 0),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
