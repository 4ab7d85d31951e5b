import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type ReceivedRequest = { path: string; headers: Record<string, unknown>; body: string };
type CannedAnswer = { status: number; body: unknown };

const TOKEN_GRANTED: CannedAnswer = {
  status: 200,
  body: { access_token: "an-access-token", expires_in: 3_599, token_type: "Bearer" },
};
const MESSAGE_ACCEPTED: CannedAnswer = { status: 200, body: { name: "projects/test/messages/1" } };

/** Response of FCM for a device that is not registered any more. */
export const UNREGISTERED_TOKEN_RESPONSE: CannedAnswer = {
  status: 404,
  body: {
    error: {
      code: 404,
      message: "Requested entity was not found.",
      status: "NOT_FOUND",
      details: [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode: "UNREGISTERED" }],
    },
  },
};

/** Starts Google's token endpoint (`/token`) and FCM's HTTP v1 API on a local port. A test may change the responses. */
export async function startFakeGoogle() {
  const received: ReceivedRequest[] = [];
  const answers: {
    grant: () => Promise<CannedAnswer> | CannedAnswer;
    take: (token: string) => Promise<CannedAnswer> | CannedAnswer;
  } = {
    grant: () => TOKEN_GRANTED,
    take: () => MESSAGE_ACCEPTED,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? "";
    received.push({ path, headers: request.headers, body });
    const answer = await (path === "/token" ? answers.grant() : answers.take(JSON.parse(body).message.token));
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: received,
    answers,
    /** Restores the initial state: no requests, and all responses successful. */
    reset() {
      received.length = 0;
      answers.grant = () => TOKEN_GRANTED;
      answers.take = () => MESSAGE_ACCEPTED;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
