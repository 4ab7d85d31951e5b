import "server-only";
import { ORPCError } from "@orpc/server";
import type { Feature } from "@/lib/contract/access";
import type { Ending } from "@/lib/contract/auth.values";
import type { ErrorBody } from "@/lib/contract/common";
import { shortened } from "@/lib/contract/words.values";
import { env } from "@/lib/env";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";

type Extra = Pick<ErrorBody, "fields" | "current" | "retry_after" | "sign_in" | "ended">;

/**
 * A call that is refused, with a sentence for the person. The only error that handlers throw on purpose; everything
 * else is a fault of ours and answers 500.
 */
export class Refusal extends ORPCError<string, Extra> {
  /** What is written although the call is refused and undone, in a transaction of its own; the wrapper runs it (spine.ts). */
  afterwards?: (tx: Transaction) => Promise<void>;
  /** What goes on record instead of one row for the call: a refused row for each of several that it was about. */
  rows?: AuditEntry[];

  /** The message with figures, for those alone who may read this feature (balances-in-refusals.ts). */
  figures: { message: string; of: Feature | null } | null = null;

  constructor(status: number, code: string, message: string, { fields, ...extra }: Extra = {}) {
    const data = fields ? { fields: fewFields(fields), ...extra } : extra;
    super(code, { status, message: shortened(message, MOST_OF_SENTENCE), data });
  }
}

/** UTF-16 units. A sentence may repeat what was sent, and it is kept for good: the trail takes twice as much (schema). */
export const MOST_OF_SENTENCE = 1_000;
const MOST_OF_FIELD = 300;
const MOST_OF_NAME = 80;
/** Fields that an answer names: more than any form has that a person fills in at once. */
export const MOST_FIELDS = 40;

function fewFields(fields: Record<string, string>): Record<string, string> {
  const few = Object.entries(fields).slice(0, MOST_FIELDS);
  return Object.fromEntries(
    few.map(([name, words]) => [shortened(name, MOST_OF_NAME), shortened(words, MOST_OF_FIELD)]),
  );
}

export const refuse = {
  badInput: (message: string, fields?: Record<string, string>) => new Refusal(400, "BAD_REQUEST", message, { fields }),
  signedOut: (ended?: Ending) => new Refusal(401, "UNAUTHORIZED", "Your session has ended. Sign in again.", { ended }),
  /** @param wait seconds that this try has begun; the screen counts them down. */
  credentials: (wait = 0) =>
    new Refusal(401, "CREDENTIALS", "The email or the password is not right. Check both and try again.", {
      retry_after: wait || undefined,
    }),
  /** A wait that others brought about: the password may have been right, and then its code is on the way. */
  signInWait: (seconds: number, signIn: { reference: string; expires_at: string }) =>
    new Refusal(
      429,
      "TOO_MANY_REQUESTS",
      `Too many wrong passwords were tried. Wait ${waiting(seconds)} and try again. ` +
        "If your password was right, we have mailed you a code, and you can enter it now.",
      { retry_after: seconds, sign_in: signIn },
    ),
  code: () =>
    new Refusal(
      400,
      "CODE",
      "This code is not right or no longer valid. Check the newest mail or ask for a new code.",
      {
        fields: { token: "Check the code." },
      },
    ),
  codeExpired: () =>
    new Refusal(400, "CODE", "This code is older than 10 minutes. Press “Resend code” to get a new one.", {
      fields: { token: "This code is older than 10 minutes. Press “Resend code” to get a new one." },
    }),
  /** After the fifth wrong code. */
  codeSpent: () =>
    new Refusal(400, "CODE_SPENT", "That was the fifth wrong code. Press “Resend code” to get a new one.", {
      fields: { token: "That was the fifth wrong code, so you need a new one. Press “Resend code”." },
    }),
  signInOver: () => new Refusal(400, "CODE", "This sign-in has ended. Enter your email and password again."),
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
  proof: () =>
    new Refusal(
      403,
      "PROOF_NEEDED",
      "This takes a proof that it is you, at most 15 minutes old. Confirm it, then send this again.",
    ),
  /** A proof, or the current password, that is not right. @param field the input that it was typed into */
  notProved: (message: string, field = "code") => new Refusal(400, "PROOF", message, { fields: { [field]: message } }),
  notFound: (what: string) => new Refusal(404, "NOT_FOUND", `This ${what} does not exist. It may have been removed.`),
  /** @param free a name of the same person that no other admin has */
  nameTaken: (taken: string, free: string) => {
    const message = `Another admin is called ${taken}, and the names would look the same. Add a middle name or an initial, such as “${free}”.`;
    return new Refusal(409, "NAME_TAKEN", message, { fields: { first_name: message } });
  },
  conflict: (message: string, current?: unknown) => new Refusal(409, "CONFLICT", message, { current }),
  tooMany: (seconds: number) =>
    new Refusal(429, "TOO_MANY_REQUESTS", `Too many tries. Wait ${waiting(seconds)} and try again.`, {
      retry_after: seconds,
    }),
  /** Anyone who asked, the newest link is in the mailbox. Says the same for an email that nobody has. */
  linksEnough: (seconds: number) =>
    new Refusal(
      429,
      "TOO_MANY_REQUESTS",
      `Several links were asked for already. If this email belongs to an account, the newest one is in its mailbox. ` +
        `Wait ${waiting(seconds)} to ask for another.`,
      { retry_after: seconds },
    ),
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

/** 404 for a path that no call has. */
export const unknownCall = () =>
  new Refusal(
    404,
    "NOT_FOUND",
    `This call does not exist.${env().apiDocs === "off" ? "" : " See /api/v1/docs for those that do."}`,
  );
