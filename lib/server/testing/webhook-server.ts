import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Headers and body of a webhook as received. */
export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse, received: ReceivedWebhook) => void;

/** Starts a citizen app's server that stores the webhooks that it receives. `answer` decides the server's response: 200 by default. */
export async function startWebhookServer() {
  const received: ReceivedWebhook[] = [];
  const state: { answer: Answer } = { answer: (response) => void response.end("thanks") };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const webhook = { headers: request.headers, body };
      received.push(webhook);
      state.answer(response, webhook);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/hooks`,
    received,
    answerWith: (answer: Answer) => {
      state.answer = answer;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Returns true if at least one signature of a webhook is valid. Follows the text of the Standard Webhooks specification and shares no code
 * with the product.
 */
export function hasValidWebhookSignature({ headers, body }: ReceivedWebhook, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  const expected = createHmac("sha256", key).update(content, "utf8").digest();
  const signatures = String(headers["webhook-signature"]).split(" ");
  return signatures.some((each) => {
    const [scheme, value = ""] = each.split(",");
    const given = Buffer.from(value, "base64");
    return scheme === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
