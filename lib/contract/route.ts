import type { Policy } from "./access";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The part of a call that the browser needs: no zod behind it, so it costs a few bytes. */
export type Route = {
  method: Method;
  /** Path below `/v1`, parameters in braces. */
  path: `/${string}`;
  policy: Policy;
  summary: string;
  /** The answer is a file, not the envelope. */
  file?: true;
  /** The answer is kept nowhere, not even for a repeat with the same Idempotency-Key. */
  secret?: true;
  /** The body is a file, not JSON. */
  upload?: true;
  /** The call outlives the page that made it. */
  keepalive?: true;
  /** Refused without an Idempotency-Key: it moves money. */
  idempotent?: true;
  /** A POST that changes nothing: what it asks by is too secret for an address. Wants no Idempotency-Key. */
  reads?: true;
  /** A part of the answer is made anew for each repeat, and stored nowhere (lib/server/spine.ts, `apiDeriving`). */
  derived?: true;
  /** Milliseconds until the browser gives up; 15,000 unless told. */
  timeout?: number;
};

/** A call's method, path and policy, declared once. A call without a policy does not compile. */
export function route(
  method: Method,
  path: `/${string}`,
  policy: Policy,
  summary: string,
  more: Pick<Route, "file" | "upload" | "secret" | "keepalive" | "timeout" | "idempotent" | "reads" | "derived"> = {},
): Route {
  return { method, path, policy, summary, ...more };
}
