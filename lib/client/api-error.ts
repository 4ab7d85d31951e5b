import type { SessionEndReason } from "@/lib/contract/auth.values";
import type { ErrorBody } from "@/lib/contract/common";

/**
 * `http`: error response of the API. `fetch`: no connection. `timeout`: no response in time. `parse`: unreadable response
 * (specification section 8).
 */
export type ApiErrorKind = "http" | "fetch" | "timeout" | "parse";

const ERROR_TEXTS: Record<Exclude<ApiErrorKind, "http">, string> = {
  fetch: "The service can't be reached. Check your connection and try again.",
  timeout: "The service took too long to answer. Try again.",
  parse: "The service returned an unreadable response. Try again. If it happens again, tell support.",
};

/** Error of an API call, with a message for the user. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: string;
  readonly fields?: Record<string, string>;
  /** Current version of the record, set after an edit conflict. */
  readonly current?: unknown;
  /** Seconds until a retry is allowed. */
  readonly retryAfter?: number;
  /** Set after too many sign-in attempts: reference for entering a mailed code. A code was mailed only if the password was right. */
  readonly signIn?: ErrorBody["sign_in"];
  /** Reason why the session ended, set with a 401. */
  readonly ended?: SessionEndReason;

  constructor(kind: ApiErrorKind, body?: Partial<ErrorBody>) {
    super(body?.message ?? (kind === "http" ? ERROR_TEXTS.parse : ERROR_TEXTS[kind]));
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

  /** True for errors worth one automatic retry. False for timeouts: a retry would double the wait. */
  get isRetryable(): boolean {
    return this.kind === "fetch" || this.status === 503;
  }
}

/** Returns true for an API error with this HTTP status. */
export const isApiErrorWithStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;

/** Returns the saved record. @throws ApiError if the response is no record, so that the form keeps its values */
export function assertSaved<R extends { version: number }>(saved: R | null | undefined): R {
  if (typeof saved?.version !== "number") throw new ApiError("parse");
  return saved;
}

/** Returns the current record after an edit conflict (409). The API sends it in the type that the call returns. */
export const conflictRecordOf = <T>(error: unknown): T | undefined =>
  isApiErrorWithStatus(error, 409) ? (error.current as T | undefined) : undefined;

/** Returns the message of an error that the API or our code made for the user; `fallback` for other errors, such as a TypeError. */
export function errorMessageOf(error: unknown, fallback = "Something went wrong. Try again."): string {
  const isShowable = error instanceof Error && (error instanceof ApiError || error.name === "Error");
  return isShowable ? error.message : fallback;
}
