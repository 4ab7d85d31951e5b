import "server-only";
import { z } from "zod";

/**
 * `unregistered`: the device is gone for good. `refused`: Google says no to this server or its message. `unavailable`:
 * the same may work later.
 */
type Kind = "unregistered" | "refused" | "unavailable";

const errorAnswer = z.object({
  error: z.object({ details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional() }),
});

/** A push that Google did not take. The message is for the log: status and error code, never a token. */
export class FirebaseError extends Error {
  readonly kind: Kind;
  /** Whether Google certainly did not take it, so that the same may be sent again. */
  readonly isUntaken: boolean;
  /** Whether Google says no to this server, whatever the device. */
  readonly isOfAccount: boolean;

  constructor(kind: Kind, message: string, { isUntaken = true, isOfAccount = false } = {}) {
    super(message);
    this.name = "FirebaseError";
    this.kind = kind;
    this.isUntaken = isUntaken;
    this.isOfAccount = isOfAccount;
  }

  /** For a fetch that failed. Its own error stays here: a refused connection would pass for the database's. */
  static unreachable(error: unknown): never {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new FirebaseError("unavailable", isLate ? "no answer in time" : "no connection", {
      isUntaken: error instanceof Error && !isLate && isUnconnected(error.cause),
    });
  }

  /** For an answer with an error status, of either endpoint. */
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

/** A proxy in between gave up waiting for Google, which may have taken it. */
const GAVE_UP_WAITING = [408, 504];
/** 401 and 403 that are about one device: the others of the project are taken. */
const OF_A_DEVICE = ["SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR"];

/** The connection was never there, so nothing went over it. */
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
