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

  constructor(kind: Kind, message: string) {
    super(message);
    this.name = "FirebaseError";
    this.kind = kind;
  }

  /** For a fetch that failed. Its own error stays here: a refused connection would pass for the database's. */
  static unreachable(error: unknown): never {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new FirebaseError("unavailable", isLate ? "no answer in time" : "no connection");
  }

  /** For an answer with an error status, of either endpoint. */
  static async of(response: Response): Promise<FirebaseError> {
    const { data } = errorAnswer.safeParse(await response.json().catch(() => null));
    const code = data?.error.details?.find((detail) => detail.errorCode)?.errorCode ?? "";
    return new FirebaseError(kindOf(response.status, code), `status ${response.status} ${code.slice(0, 60)}`.trim());
  }
}

function kindOf(status: number, code: string): Kind {
  if (code === "UNREGISTERED") return "unregistered";
  return status >= 500 || status === 429 ? "unavailable" : "refused";
}
