import type { AccessPolicy } from "./access";
import type { PersonalField } from "./personal.values";

/** HTTP methods of the API. */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The part of a call that the browser needs. Does not import zod, to keep the browser's JavaScript small. */
export type Route = {
  method: Method;
  /** Path below `/v1`, with parameters in braces. */
  path: `/${string}`;
  policy: AccessPolicy;
  /** True if the response is a file instead of the envelope. */
  file?: true;
  /** True if the response shows people's pictures or documents. Each call then leaves an audit row. */
  personalFile?: true;
  /** Citizens' personal data in the exported file, as far as the caller's rights reveal it. */
  personal?: readonly PersonalField[];
  /** True if the response data may be null. */
  nullable?: true;
  /** True if the response must never be stored, not even for a retry with the same Idempotency-Key. */
  secret?: true;
  /** True for a `secret` call that creates a secret: a retry with the same Idempotency-Key is refused instead of run again. */
  once?: true;
  /** True if the body is a file instead of JSON. */
  upload?: true;
  /** True if the request must continue after the page has closed. */
  keepalive?: true;
  /** True if an Idempotency-Key is required, because the call moves money. */
  idempotent?: true;
  /** True for a POST that only reads: its input is too secret for a URL. Needs no Idempotency-Key. */
  reads?: true;
  /** True for a list or figures, which may be read from DATABASE_REPLICA_URL (lib/server/db/replica.ts). */
  replica?: true;
  /** True if part of the response is computed again for each retry (lib/server/api/pipeline.ts, `apiWithDerivedResponseField`). */
  derived?: true;
  /** True if a proof of identity from the last 15 minutes is required (docs/sign-in.md). */
  proof?: true;
  /** True for a write that only the caller sees, such as list settings and pins, or that may store nothing. It may have no audit row. */
  preference?: true;
  /** Timeout in the browser in ms; 15,000 by default. */
  timeout?: number;
  /** Maximum size of the body in bytes; default in `bodyLimit`. */
  body?: number;
};

/** Maximum size of any JSON body in bytes. */
export const MAX_BODY_BYTES = 1_048_576;
const DEFAULT_BODY_BYTES = 65_536;
/** Maximum body size in bytes for callers without a session. */
const PUBLIC_BODY_BYTES = 4_096;

/** Returns the maximum body size of a call in bytes. The default is enough for a form with a few hundred rows. */
export const bodyLimit = ({ body, policy }: Pick<Route, "body" | "policy">) =>
  body ?? (policy === "public" ? PUBLIC_BODY_BYTES : DEFAULT_BODY_BYTES);

/** Declares a call's method, path and policy. A missing policy is a type error. */
export function route(
  method: Method,
  path: `/${string}`,
  policy: AccessPolicy,
  routeOptions: Omit<Route, "method" | "path" | "policy"> = {},
): Route {
  return { method, path, policy, ...routeOptions };
}
