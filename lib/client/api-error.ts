import type { Ending } from "@/lib/contract/auth.values";
import type { ErrorBody } from "@/lib/contract/common";

/** `http`: the API refused. The others are the client's three failure kinds (specification section 8). */
export type ApiErrorKind = "http" | "fetch" | "timeout" | "parse";

const WORDS: Record<Exclude<ApiErrorKind, "http">, string> = {
  fetch: "The service can't be reached. Check your connection and try again.",
  timeout: "The service took too long to answer. Try again.",
  parse: "The service gave an answer that can't be read. Try again; if it happens again, tell support.",
};

/** A call that failed, in a sentence for the person. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: string;
  readonly fields?: Record<string, string>;
  /** With a conflict: the record as it is now. */
  readonly current?: unknown;
  /** Seconds. */
  readonly retryAfter?: number;
  /** With a sign-in that has to wait: where a code goes that was mailed if the password was right. */
  readonly signIn?: ErrorBody["sign_in"];
  /** Why the session ended. */
  readonly ended?: Ending;

  constructor(kind: ApiErrorKind, body?: Partial<ErrorBody>) {
    super(body?.message ?? (kind === "http" ? WORDS.parse : WORDS[kind]));
    this.name = "ApiError";
    this.kind = kind;
    this.status = body?.status ?? 0;
    this.code = body?.code ?? kind;
    this.fields = body?.fields;
    this.current = body?.current;
    this.retryAfter = body?.retry_after;
    this.signIn = body?.sign_in;
    this.ended = body?.ended;
  }

  /** Worth one more try by itself. Not after a timeout: nobody should look at a spinner for twice as long. */
  get isPassing(): boolean {
    return this.kind === "fetch" || this.status === 503;
  }
}

export const isStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;

/**
 * What a person reads of a failure: the words of the API, or those of our own code. An error of the language or of the browser,
 * such as a TypeError over an answer in a wrong shape, has no words for people.
 */
export function messageOf(error: unknown, otherwise = "Something went wrong. Try again."): string {
  const isForPeople = error instanceof Error && (error instanceof ApiError || error.name === "Error");
  return isForPeople ? error.message : otherwise;
}
