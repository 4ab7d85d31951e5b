import "server-only";
import { z } from "zod";

/**
 * `unregistered`: the device no longer exists. `refused`: Google rejects this server or its message. `unavailable`: a retry may
 * succeed.
 */
type Kind = "unregistered" | "refused" | "unavailable";

const errorAnswer = z.object({
  error: z.object({ details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional() }),
});

/** A push that Google did not accept. The message is for the log: status and error code, never a token. */
export class FirebaseError extends Error {
  readonly kind: Kind;
  /** True if Google certainly did not accept the push, so that sending it again makes no duplicate. */
  readonly isUntaken: boolean;
  /** True if Google rejects this server, for any device. */
  readonly isOfAccount: boolean;

  constructor(kind: Kind, message: string, { isUntaken = true, isOfAccount = false } = {}) {
    super(message);
    this.name = "FirebaseError";
    this.kind = kind;
    this.isUntaken = isUntaken;
    this.isOfAccount = isOfAccount;
  }

  /** Throws for a failed fetch. Drops the original error, whose code would be mistaken for an unreachable database. */
  static unreachable(error: unknown): never {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new FirebaseError("unavailable", isLate ? "no answer in time" : "no connection", {
      isUntaken: error instanceof Error && !isLate && isUnconnected(error.cause),
    });
  }

  /** Creates an error from an HTTP error response of either endpoint. */
  static async of(response: Response): Promise<FirebaseError> {
    const { data } = errorAnswer.safeParse(await response.json().catch(() => null));
    const code = data?.error.details?.find((detail) => detail.errorCode)?.errorCode ?? "";
    const { status } = response;
    return new FirebaseError(kindOf(status, code), `status ${status} ${code.slice(0, 60)}`.trim(), {
      isUntaken: !GAVE_UP_WAITING.includes(status),
      isOfAccount: status === 401 || status === 403 ? !OF_A_DEVICE.includes(code) : false,
    });
  }
}

/** Statuses of a proxy that stopped waiting for Google. Google may have accepted the push. */
const GAVE_UP_WAITING = [408, 504];
/** Codes of a 401 or 403 about one device; other devices of the project still work. */
const OF_A_DEVICE = ["SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR"];

/** Returns true if no connection was made, so nothing was sent. */
const isUnconnected = (cause: unknown) =>
  cause instanceof Error && "code" in cause && UNCONNECTED.includes(String(cause.code));
const UNCONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

function kindOf(status: number, code: string): Kind {
  if (code === "UNREGISTERED") return "unregistered";
  return status >= 500 || status === 429 ? "unavailable" : "refused";
}
