import "server-only";
import { ORPCError } from "@orpc/server";
import type { ErrorBody } from "@/lib/contract/common";
import type { AuditEntry } from "./audit";
import type { Transaction } from "./db/client";

type Extra = Pick<ErrorBody, "fields" | "current" | "retry_after">;

/**
 * A call that is refused, with a sentence for the person. The only error that handlers throw on purpose; everything
 * else is a fault of ours and answers 500.
 */
export class Refusal extends ORPCError<string, Extra> {
  /** What is written although the call is refused and undone, in a transaction of its own; the wrapper runs it (spine.ts). */
  afterwards?: (tx: Transaction) => Promise<void>;
  /** What goes on record instead of one row for the call: a refused row for each of several that it was about. */
  rows?: AuditEntry[];

  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(code, { status, message, data: extra });
  }
}

export const refuse = {
  badInput: (message: string, fields?: Record<string, string>) => new Refusal(400, "BAD_REQUEST", message, { fields }),
  signedOut: () => new Refusal(401, "UNAUTHORIZED", "Your session has ended. Sign in again."),
  credentials: () =>
    new Refusal(401, "CREDENTIALS", "The email or the password is not right. Check both and try again."),
  code: () =>
    new Refusal(
      400,
      "CODE",
      "This code is not right or no longer valid. Check the newest mail or ask for a new code.",
      {
        fields: { token: "Check the code." },
      },
    ),
  reference: () =>
    new Refusal(
      400,
      "REFERENCE",
      "This link is not valid: it works once, for a limited time, and for the address it was sent to. Ask for a new one.",
    ),
  setupKey: () =>
    new Refusal(
      400,
      "REFERENCE",
      "This setup key is not right. Copy it from what the server printed at its last start.",
      {
        fields: { setup_key: "Check the setup key." },
      },
    ),
  forbidden: (message = "You don't have the right to do this. Ask a full administrator.") =>
    new Refusal(403, "FORBIDDEN", message),
  downloadLink: () =>
    new Refusal(
      410,
      "DOWNLOAD_LINK",
      "This download link was used, is older than a minute, or belongs to another session. Export the list again.",
    ),
  notFound: (what: string) => new Refusal(404, "NOT_FOUND", `This ${what} does not exist. It may have been removed.`),
  conflict: (message: string, current?: unknown) => new Refusal(409, "CONFLICT", message, { current }),
  tooMany: (seconds: number) =>
    new Refusal(429, "TOO_MANY_REQUESTS", `Too many tries. Wait ${waiting(seconds)} and try again.`, {
      retry_after: seconds,
    }),
  unavailable: () =>
    new Refusal(503, "SERVICE_UNAVAILABLE", "The service can't be reached right now. Try again in a few seconds.", {
      retry_after: 5,
    }),
  /** A file that is not taken: 413 too large, 415 not of a kind that is taken, 422 such a kind but not usable. */
  file: (status: 413 | 415 | 422, message: string) =>
    new Refusal(
      status,
      { 413: "PAYLOAD_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE", 422: "UNUSABLE_FILE" }[status],
      message,
    ),
  push: (message: string) => new Refusal(503, "PUSH_UNAVAILABLE", message),
};

function waiting(seconds: number) {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

// Postgres is away, starting, stopping, full, or too slow: the caller did nothing wrong and may try again.
const UNAVAILABLE_CODES = new Set([
  "53300",
  "53100",
  "57P01",
  "57P02",
  "57P03",
  "57014",
  "25P03",
  "55P03",
  // Victims of a deadlock or of serialisation, after they were run again (spine.ts).
  "40P01",
  "40001",
  "08006",
  "08001",
]);
const NETWORK_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "ETIMEDOUT", "EPIPE"]);
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/;

/** Whether this error, or what caused it, says that the database is out of reach. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = "code" in at ? String(at.code) : "";
    if (UNAVAILABLE_CODES.has(code) || NETWORK_CODES.has(code) || POOL_MESSAGES.test(at.message)) return true;
  }
  return false;
}
