import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { recordOperationOutcome } from "@/lib/server/status/record-outcome";
import {
  ProviderRejection,
  ProviderUnavailable,
  type ProviderUnavailableReason,
} from "@/lib/server/transaction/provider-errors";

/** Name of the provider in error messages and the log. */
export const PAYSTACK_NAME = "Paystack";
/** Name under which the results of Paystack's calls are recorded for System Status. */
export const PAYSTACK_STATUS_NAME = "paystack";

/** Times in ms, which tests shorten. Three attempts with their pauses take less than the outbox gives a row (30 s). */
export const paystackTimings = {
  /** Limit of one attempt. */
  attemptLimitMs: 7_000,
  /** Pause before the second attempt; doubled before the third. */
  firstPauseMs: 300,
};
const MAX_ATTEMPTS = 3;
/** Longest pause in ms that a 429 may ask for. A longer one ends the request. */
const MAX_PAUSE_MS = 2_000;
/** A response longer than this many bytes is not read to its end. */
const MAX_BYTES = 5_000_000;

type PaystackCall<T> = {
  method: "GET" | "POST" | "PUT";
  /** Path with its query. Never logged, because it may contain an account number. */
  path: string;
  /** Name of the endpoint in the log. */
  name: string;
  body?: Record<string, unknown>;
  /** Schema of `data` in the response. */
  data: z.ZodType<T>;
  /** True if a repeated request has no second effect, so that it is retried when the answer is unknown. */
  isRepeatable: boolean;
};

/** A response of Paystack. `nextCursor` is null on the last page. */
export type PaystackAnswer<T> = { data: T; message: string; nextCursor: string | null; pageCount: number };

const envelope = z.object({
  status: z.boolean(),
  message: z.string().default(""),
  code: z.string().optional(),
  data: z.unknown().optional(),
  meta: z
    .object({
      next: z.string().nullish(),
      pageCount: z.coerce.number().nullish(),
    })
    .nullish(),
});

/**
 * Calls Paystack's API. An unknown answer is never taken as a failure of the payment: the caller verifies it later.
 * @throws {ProviderUnavailable} if the answer is unknown after up to three attempts
 * @throws {ProviderRejection} if Paystack has refused the request
 */
export async function callPaystack<T>(call: PaystackCall<T>): Promise<PaystackAnswer<T>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await callWithKeys(call);
      recordOperationOutcome({ kind: "service", name: PAYSTACK_STATUS_NAME });
      return answer;
    } catch (error) {
      // Records a refusal as a success for System Status, because Paystack has answered.
      if (error instanceof ProviderRejection) recordOperationOutcome({ kind: "service", name: PAYSTACK_STATUS_NAME });
      if (!(error instanceof AttemptFailure)) throw error;
      const { reason, pauseMs } = error;
      const isOver = attempt >= MAX_ATTEMPTS || !call.isRepeatable || reason === "key" || pauseMs > MAX_PAUSE_MS;
      if (isOver) {
        const unavailable = new ProviderUnavailable(PAYSTACK_NAME, reason);
        log.warn({ provider: PAYSTACK_STATUS_NAME, endpoint: call.name, reason, attempt }, "a provider did not answer");
        recordOperationOutcome({ kind: "service", name: PAYSTACK_STATUS_NAME }, unavailable);
        throw unavailable;
      }
      await delay(pauseMs || paystackTimings.firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

/** Ends one attempt whose answer is unknown. `pauseMs`: pause that the provider asked for; 0 if it did not. */
class AttemptFailure extends Error {
  readonly reason: ProviderUnavailableReason;
  readonly pauseMs: number;

  constructor(reason: ProviderUnavailableReason, pauseMs = 0) {
    super(reason);
    this.reason = reason;
    this.pauseMs = pauseMs;
  }
}

/** Calls Paystack with the current key, then with the previous key if Paystack does not accept the current one yet. */
async function callWithKeys<T>(call: PaystackCall<T>): Promise<PaystackAnswer<T>> {
  for (const key of env().paystackSecretKeys) {
    try {
      return await callOnce(call, key);
    } catch (error) {
      if (!(error instanceof AttemptFailure && error.reason === "key")) throw error;
    }
  }
  throw new AttemptFailure("key");
}

async function callOnce<T>(call: PaystackCall<T>, key: string): Promise<PaystackAnswer<T>> {
  const { response, text } = await send(call, key);
  // 403: the key is valid, but may not be used, for example from this server's IP address. That is no reason to fail the payment.
  if (response.status === 401 || response.status === 403) throw new AttemptFailure("key");
  if (response.status === 429) throw new AttemptFailure("too_many", pauseOf(response));
  if (response.status === 408 || response.status >= 500) throw new AttemptFailure("server");
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) throw new AttemptFailure("unreadable");
  const { status, message, code, data, meta } = parsed.data;
  if (!response.ok || !status) throw new ProviderRejection(PAYSTACK_NAME, plainReason(message), code);
  const content = call.data.safeParse(data);
  if (!content.success) {
    const [issue] = content.error.issues;
    log.warn(
      { endpoint: call.name, field: issue?.path.join("."), fault: issue?.code },
      "a response was not understood",
    );
    throw new AttemptFailure("unreadable");
  }
  return { data: content.data, message, nextCursor: meta?.next || null, pageCount: meta?.pageCount ?? 1 };
}

/** Sends one request and reads its whole body, because a connection may end in the middle of it. */
async function send({ method, path, body }: PaystackCall<unknown>, key: string) {
  try {
    const response = await fetch(`${env().paystackUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
      // A redirect would send the key to another host.
      redirect: "error",
      signal: AbortSignal.timeout(paystackTimings.attemptLimitMs),
    });
    return { response, text: await readText(response) };
  } catch (error) {
    if (error instanceof AttemptFailure) throw error;
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    throw new AttemptFailure(isTimeout ? "timeout" : "unreachable");
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new AttemptFailure("unreadable");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the pause in ms of a `Retry-After` in seconds; 0 without one. */
function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the provider's reason for a refusal as one short sentence without line breaks. */
function plainReason(message: string): string {
  const reason = cleanText(message, 200) || "it gave no reason";
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** Removes control characters from a text of the provider, and shortens it. */
export const cleanText = (text: string, max: number) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();
