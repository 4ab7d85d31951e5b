import "server-only";
import { ORPCError } from "@orpc/server";
import type { Feature } from "@/lib/contract/access";
import type { SessionEndReason } from "@/lib/contract/auth.values";
import type { ErrorBody } from "@/lib/contract/common";
import { shorten } from "@/lib/contract/words.values";
import { env } from "@/lib/env";
import { pluralize } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { isMissingSocket } from "@/lib/server/db/availability";
import type { Transaction } from "@/lib/server/db/client";

type RefusalData = Pick<ErrorBody, "fields" | "current" | "retry_after" | "sign_in" | "ended">;

/** Error that rejects a call with a message for the user. Any other error of a handler is a bug and returns 500. */
export class Refusal extends ORPCError<string, RefusalData> {
  /** Writes to make in a separate transaction after the refused call was rolled back (to-refusal.ts, `refusalOf`). */
  afterwards?: (tx: Transaction) => Promise<void>;
  /** Audit rows with the outcome "refused", one per record of the call. They are written instead of the call's single audit row. */
  rows?: AuditEntry[];

  /** Message with balances, shown only to admins who may read the feature `of` (balances-in-refusals.ts). */
  figures: { message: string; of: Feature | null } | null = null;

  constructor(status: number, code: string, message: string, { fields, ...extra }: RefusalData = {}) {
    const data = fields ? { fields: limitFields(fields), ...extra } : extra;
    super(code, { status, message: shorten(message, MAX_REFUSAL_MESSAGE_LENGTH), data });
  }
}

/** Maximum length of a message in UTF-16 units. A message may quote input and is stored; the audit table accepts twice this length. */
export const MAX_REFUSAL_MESSAGE_LENGTH = 1_000;
const FIELD_TEXT_MAX = 300;
const FIELD_NAME_MAX = 80;
/** Maximum number of fields in an error response: more than any form has. */
export const MAX_REFUSAL_FIELDS = 40;

function limitFields(fields: Record<string, string>): Record<string, string> {
  const few = Object.entries(fields).slice(0, MAX_REFUSAL_FIELDS);
  return Object.fromEntries(few.map(([name, text]) => [shorten(name, FIELD_NAME_MAX), shorten(text, FIELD_TEXT_MAX)]));
}

/** Creates the errors with which the API rejects calls, each with its HTTP status and error code. */
export const refuse = {
  badInput: (message: string, fields?: Record<string, string>) => new Refusal(400, "BAD_REQUEST", message, { fields }),
  signedOut: (ended?: SessionEndReason) =>
    new Refusal(401, "UNAUTHORIZED", "Your session has ended. Sign in again.", { ended }),
  /** Refuses a wrong email or password. @param wait seconds to wait before the next attempt, which the screen counts down */
  credentials: (wait = 0) =>
    new Refusal(401, "CREDENTIALS", "The email or the password is not right. Check both and try again.", {
      retry_after: wait || undefined,
    }),
  /** Delays a sign-in because of failed attempts from other devices. If the password was right, a code was mailed. */
  signInWait: (seconds: number, signIn: { reference: string; expires_at: string }) =>
    new Refusal(
      429,
      "TOO_MANY_REQUESTS",
      `Too many wrong passwords were tried. Wait ${formatWait(seconds)} and try again. ` +
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
  /** Refuses a sign-in code after five wrong attempts. */
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
  /** Refuses a call outside the call groups of the app's key. @param called group of the call @param allowed groups of the key */
  callOfKey: (called: string, allowed: readonly string[]) =>
    new Refusal(
      403,
      "KEY_LIMITED",
      `This key is limited to: ${allowed.join(", ")}. The call belongs to: ${called}. Change the key in App Configurations, Notifications, App keys, or use another one.`,
    ),
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
      "This needs a proof of identity that is at most 15 minutes old. Confirm your identity, then try again.",
    ),
  /** Refuses a wrong proof of identity or current password. @param field input field that contained it */
  notProved: (message: string, field = "code") => new Refusal(400, "PROOF", message, { fields: { [field]: message } }),
  notFound: (what: string) => new Refusal(404, "NOT_FOUND", `This ${what} does not exist. It may have been removed.`),
  /** Refuses a name that another admin has. @param free suggestion: a similar name that no other admin has */
  nameTaken: (taken: string, free: string) => {
    const message = `Another admin is called ${taken}, and the names would look the same. Add a middle name or an initial, such as “${free}”.`;
    return new Refusal(409, "NAME_TAKEN", message, { fields: { first_name: message } });
  },
  conflict: (message: string, current?: unknown) => new Refusal(409, "CONFLICT", message, { current }),
  /** Refuses a retry of a call whose response contained a new secret: secrets are not stored, so it can't be returned again. */
  doneBefore: () =>
    new Refusal(
      409,
      "DONE_BEFORE",
      "This was done already, but its secret can't be shown again. Reload the list, then rotate the new key or secret.",
    ),
  tooMany: (seconds: number) =>
    new Refusal(429, "TOO_MANY_REQUESTS", `Too many tries. Wait ${formatWait(seconds)} and try again.`, {
      retry_after: seconds,
    }),
  /** Refuses to mail another link for a password reset after too many requests. The message is the same for an email without an account. */
  linksEnough: (seconds: number) =>
    new Refusal(
      429,
      "TOO_MANY_REQUESTS",
      `Several links were requested already. If this email belongs to an account, the newest one is in its mailbox. ` +
        `Wait ${formatWait(seconds)} to ask for another.`,
      { retry_after: seconds },
    ),
  unavailable: () =>
    new Refusal(503, "SERVICE_UNAVAILABLE", "The service can't be reached right now. Try again in a few seconds.", {
      retry_after: 5,
    }),
  /** Refuses an upload: 413 too large, 415 type not accepted, 422 file unusable. */
  file: (status: 413 | 415 | 422, message: string) =>
    new Refusal(
      status,
      { 413: "PAYLOAD_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE", 422: "UNUSABLE_FILE" }[status],
      message,
    ),
  mail: (message: string) => new Refusal(503, "MAIL_UNAVAILABLE", message),
  push: (message: string) => new Refusal(503, "PUSH_UNAVAILABLE", message),
};

function formatWait(seconds: number) {
  if (seconds < 60) return pluralize(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return pluralize(minutes, "minute");
}

// PostgreSQL codes for a database that is unreachable, starting, stopping, out of resources, or too slow. A retry may succeed.
const UNAVAILABLE_CODES = new Set([
  "53300",
  "53100",
  "57P01",
  "57P02",
  "57P03",
  "57014",
  "25P03",
  "55P03",
  // Deadlocks and serialisation failures that persist after the retries in transaction.ts.
  "40P01",
  "40001",
  "08006",
  "08001",
  // Refused write, because the connection leads to an instance that was the primary until a failover.
  "25006",
  // Refused logins, and a missing database. An operator can repair both while the server runs.
  "28000",
  "28P01",
  "3D000",
]);
const NETWORK_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE"],
  ...["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
]);
const POOL_ERROR_PATTERN =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/;

/** Severities of errors with which PostgreSQL or PgBouncer ends the connection. */
const ENDING_SEVERITIES = new Set(["FATAL", "PANIC"]);

/** Returns true if this error, or one of its causes, means that the database is unavailable. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || someCause(error, (_cause, code) => UNAVAILABLE_CODES.has(code));

/** Returns true if this error, or one of its causes, means that the connection failed or was ended. */
export const isConnectionLost = (error: unknown): boolean =>
  someCause(
    error,
    (cause, code) =>
      ("severity" in cause && ENDING_SEVERITIES.has(String(cause.severity))) ||
      /^(?:08...|57P0[123])$/.test(code) ||
      NETWORK_CODES.has(code) ||
      isMissingSocket(cause) ||
      POOL_ERROR_PATTERN.test(cause.message),
  );

function someCause(error: unknown, test: (cause: Error, code: string) => boolean): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (test(cause, "code" in cause ? String(cause.code) : "")) return true;
  return false;
}

/** Returns a 404 for a path without a call. */
export const unknownCallRefusal = () =>
  new Refusal(
    404,
    "NOT_FOUND",
    `This call does not exist.${env().apiDocs === "off" ? "" : " See /api/v1/docs for those that do."}`,
  );
