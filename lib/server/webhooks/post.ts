import "server-only";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isLocalUrl, lookupPublicAddress, webhookUrlProblem } from "./target";

/** Limit in ms for connection, request and response together. */
export const WEBHOOK_ATTEMPT_LIMIT_MS = 10_000;
const RESPONSE_MAX_BYTES = 4_096;
/** Maximum characters of a response that the delivery log stores. */
const STORED_RESPONSE_MAX = 1_000;
const PROBLEM_MAX = 300;

/** Result of one attempt. `status` is null if no response arrived; `problem` then contains the reason. */
export type WebhookAttempt = {
  status: number | null;
  problem: string | null;
  response: string | null;
  durationMs: number;
};

/** Options of an attempt: its time limit in ms, and a function that resolves host names. */
export type WebhookPostOptions = { limitMs?: number; lookup?: LookupFunction };

/** Sends a body to an endpoint. Never follows redirects, reads at most 4 KB of the response, and never throws. */
export async function postWebhook(
  address: string,
  headers: Record<string, string>,
  body: string,
  { limitMs = WEBHOOK_ATTEMPT_LIMIT_MS, lookup = lookupPublicAddress() }: WebhookPostOptions = {},
): Promise<WebhookAttempt> {
  const begunAt = performance.now();
  const elapsed = () => Math.round(performance.now() - begunAt);
  const problem = webhookUrlProblem(address);
  if (problem) return { status: null, problem, response: null, durationMs: elapsed() };
  const url = new URL(address);
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await sendRequest(url, { headers, body, signal, lookup: isLocalUrl(url) ? undefined : lookup });
    const text = await readBeginning(response);
    return { status: response.statusCode ?? null, problem: null, response: text, durationMs: elapsed() };
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    const reason = signal.aborted ? `No response within ${limitMs / 1_000} seconds.` : toStorable(message, PROBLEM_MAX);
    return { status: null, problem: reason, response: null, durationMs: elapsed() };
  }
}

type WebhookRequest = {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  lookup: LookupFunction | undefined;
};

const sendRequest = (url: URL, { headers, body, signal, lookup }: WebhookRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    // Opens a new connection for each attempt, so that the host's IP address is checked each time.
    const request = send(url, { method: "POST", headers, signal, lookup, agent: false }, resolve);
    request.on("error", reject);
    request.end(body);
  });

/** Returns the beginning of a response, even if the rest is too large, too slow or missing. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= RESPONSE_MAX_BYTES) break;
    }
  } catch {
    // Ignores errors while reading the body, because the status code has arrived and decides whether the event is delivered.
  } finally {
    response.destroy();
  }
  return toStorable(Buffer.concat(chunks).toString("utf8"), STORED_RESPONSE_MAX);
}

/** Removes characters that PostgreSQL can't store: NUL and half a surrogate pair. */
const toStorable = (text: string, max: number) => text.replaceAll("\0", "").slice(0, max).toWellFormed();
