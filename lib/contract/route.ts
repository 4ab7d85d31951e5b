import type { Policy } from "./access";
import type { PersonalField } from "./personal.values";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The part of a call that the browser needs: no zod behind it, so it costs a few bytes. */
export type Route = {
  method: Method;
  /** Path below `/v1`, parameters in braces. */
  path: `/${string}`;
  policy: Policy;
  /** The answer is a file, not the envelope. */
  file?: true;
  /** The answer shows pictures or documents of people. The pipeline refuses to answer without an audit row. */
  personalFile?: true;
  /** Makes a file with these personal data of citizens; the reader's rights decide which of them it contains. */
  personal?: readonly PersonalField[];
  /** The answer may be that there is nothing. */
  nullable?: true;
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
  /** A part of the answer is made again for each repeat, and stored nowhere (lib/server/api/spine.ts, `apiDeriving`). */
  derived?: true;
  /** Refused without a proof of identity that is at most 15 minutes old (docs/sign-in.md). */
  proof?: true;
  /** Milliseconds until the browser gives up; 15,000 unless told. */
  timeout?: number;
  /** Bytes that its body may have, see `bodyLimit`. */
  body?: number;
};

/** Bytes of the largest body that any call takes, files apart. */
export const BODY_MAX = 1_048_576;
const BODY_USUAL = 65_536;
/** Anyone who sends it is not known yet. */
const BODY_OF_STRANGERS = 4_096;

/** Bytes that the body of a call may have: what the route says, or else enough for a form with some hundred rows. */
export const bodyLimit = ({ body, policy }: Pick<Route, "body" | "policy">) =>
  body ?? (policy === "public" ? BODY_OF_STRANGERS : BODY_USUAL);

/** A call's method, path and policy, declared once. A call without a policy does not compile. */
export function route(
  method: Method,
  path: `/${string}`,
  policy: Policy,
  more: Omit<Route, "method" | "path" | "policy"> = {},
): Route {
  return { method, path, policy, ...more };
}
