import "server-only";
import { z } from "zod";

/** `unregistered`: unknown device. `refused`: Google rejects this server or message. `unavailable`: may be retried. */
type ErrorKind = "unregistered" | "refused" | "unavailable";

const errorSchema = z.object({
  error: z.object({ details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional() }),
});

/** A push that Google did not accept. The message is for the log: status and error code, never a token. */
export class FirebaseError extends Error {
  readonly kind: ErrorKind;
  /** True if Google certainly did not accept the push, so that sending it again creates no duplicate. */
  readonly isUntaken: boolean;
  /** True if Google rejects this server for every device. */
  readonly isOfAccount: boolean;

  constructor(kind: ErrorKind, message: string, { isUntaken = true, isOfAccount = false } = {}) {
    super(message);
    this.name = "FirebaseError";
    this.kind = kind;
    this.isUntaken = isUntaken;
    this.isOfAccount = isOfAccount;
  }

  /** Throws an error for a failed fetch, without the fetch's error as cause: that would be taken for an unreachable database. */
  static unreachable(error: unknown): never {
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    throw new FirebaseError("unavailable", isTimeout ? "no answer in time" : "no connection", {
      isUntaken: error instanceof Error && !isTimeout && isConnectionError(error.cause),
    });
  }

  /** Creates an error from an HTTP error response to a push or to a request for an access token. */
  static async of(response: Response): Promise<FirebaseError> {
    const { data } = errorSchema.safeParse(await response.json().catch(() => null));
    const code = data?.error.details?.find((errorDetail) => errorDetail.errorCode)?.errorCode ?? "";
    const { status } = response;
    return new FirebaseError(errorKindOf(status, code), `status ${status} ${code.slice(0, 60)}`.trim(), {
      isUntaken: !TIMEOUT_STATUSES.includes(status),
      isOfAccount: status === 401 || status === 403 ? !DEVICE_ERRORS.includes(code) : false,
    });
  }
}

/** Statuses of a proxy that stopped waiting for Google, which may have accepted the push. */
const TIMEOUT_STATUSES = [408, 504];
/** Codes of a 401 or 403 that concern one device; other devices of the project still work. */
const DEVICE_ERRORS = ["SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR"];

/** Returns true if no connection to Google was established, so that nothing was sent. */
const isConnectionError = (cause: unknown) =>
  cause instanceof Error && "code" in cause && CONNECTION_ERRORS.includes(String(cause.code));
const CONNECTION_ERRORS = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

function errorKindOf(status: number, code: string): ErrorKind {
  if (code === "UNREGISTERED") return "unregistered";
  return status >= 500 || status === 429 ? "unavailable" : "refused";
}
