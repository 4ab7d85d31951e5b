import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Webhook = { headers: IncomingHttpHeaders; body: string };

/** Starts a server that stores received webhooks and responds with the HTTP status in its property `status`. */
export async function startWebhookReceiver() {
  const received: Webhook[] = [];
  const receiver = {
    url: "",
    status: 200,
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(receiver.status).end("thanks");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

/** Returns true if the first signature of a webhook is valid by the Standard Webhooks specification. */
export function isWebhookSigned({ headers, body }: Webhook, secret: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", key).update(content).digest("base64");
  return headers["webhook-signature"] === `v1,${signature}`;
}
