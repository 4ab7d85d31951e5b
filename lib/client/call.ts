import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "@/lib/contract/contract";
import type { Route } from "@/lib/contract/route";
import { UNATTENDED_HEADER } from "@/lib/session";
import { ApiError } from "./api-error";
import { isUnattended } from "./attendance";
import { firstSignal } from "./first-signal";
import { askForProof } from "./proof";
import { isGone, sessionEnded, sessionToken } from "./session";

/** `headers`: what a call says of itself; an Authorization among them stands in for the session's bearer token. */
type CallContext = { idempotencyKey?: string; headers?: HeadersInit };
type CallOptions = { signal?: AbortSignal; context?: CallContext };
type Ask = (path: string, init: RequestInit) => Promise<Response>;

export const BASE = "/api/v1";
const TIMEOUT_MS = 15_000;

/** The API's door in this process, for pages on the server; lib/server/api/page-call.ts puts it there at start. */
const onServer = globalThis as { crossRiverPayFetch?: Ask };

/**
 * The only door to the API: one function for each call of the routes. Ours instead of oRPC's link: with method and path at
 * hand the rest is fetch, time limit, envelope and typed errors, in a tenth of the bytes.
 */
export const callsOf = <Group extends keyof Contract>(groups: Record<Group, Record<string, Route>>) =>
  Object.fromEntries(
    Object.entries<Record<string, Route>>(groups).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls).map(([name, route]) => [
          name,
          (input: object = {}, options: CallOptions = {}) => send(route, input, options),
        ]),
      ),
    ]),
  ) as unknown as Pick<ContractRouterClient<Contract, CallContext>, Group>;

/** A call that takes a recent proof of identity is sent again, with the same key, once the admin has given one. */
async function send(route: Route, input: object, options: CallOptions): Promise<unknown> {
  try {
    return await sendOnce(route, input, options);
  } catch (error) {
    const isProvable = error instanceof ApiError && error.code === "PROOF_NEEDED" && typeof window !== "undefined";
    if (!isProvable || !(await askForProof())) throw error;
    return sendOnce(route, input, options);
  }
}

async function sendOnce(route: Route, input: object, { signal, context }: CallOptions): Promise<unknown> {
  if (isGone()) return new Promise(() => {});
  const ask: Ask = onServer.crossRiverPayFetch ?? fetch;
  const { url, body } = addressed(route, input);
  const limit = AbortSignal.timeout(route.timeout ?? TIMEOUT_MS);
  const headers = new Headers(context?.headers);
  const token = typeof window === "undefined" ? undefined : sessionToken();
  if (token && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  if (body) headers.set("content-type", "application/json");
  if (typeof window !== "undefined" && isUnattended()) headers.set(UNATTENDED_HEADER, "1");
  if (context?.idempotencyKey) headers.set("idempotency-key", context.idempotencyKey);

  const failed = (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new ApiError(limit.aborted ? "timeout" : "fetch");
  };
  const response = await ask(url, {
    method: route.method,
    headers,
    body,
    keepalive: route.keepalive,
    // What anyone may read is kept by browsers for a while: an admin sees at once what was just published.
    cache: route.policy === "public" && route.method === "GET" ? "no-cache" : undefined,
    signal: signal ? firstSignal(signal, limit) : limit,
  }).catch(failed);
  if (response.ok && route.file) return { headers: {}, body: await response.blob().catch(failed) };
  return dataOf(route, response.status, await response.text().catch(failed));
}

/** Path parameters into the path, the rest into the query or the body. */
function addressed(route: Route, input: object) {
  const rest: Record<string, unknown> = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (route.method !== "GET") return { url: BASE + path, body: JSON.stringify(rest) };
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([key, value]) =>
      value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
    ),
  );
  return { url: `${BASE}${path}${query.size ? `?${query}` : ""}`, body: undefined };
}

/** What an answer's text says: its data, or the refusal thrown; a session that has ended leads to sign-in. */
export function dataOf(route: Route, status: number, text: string): unknown {
  const answer = parsed(text);
  if (status >= 200 && status < 300 && answer && hasData(route, answer)) return answer.data;
  const error = refusalOf(status, answer);
  if (error.status === 401 && route.policy !== "public" && typeof window !== "undefined")
    sessionEnded({ why: error.ended });
  throw error;
}

/** An empty answer to a call that always has one is not taken for it: screens would stumble over it later. */
const hasData = ({ nullable }: Route, answer: Record<string, unknown>) =>
  "data" in answer && (answer.data !== null || nullable === true);

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A refusal in the contract's shape; anything else that is not an answer counts as unreadable. */
function refusalOf(status: number, answer: Record<string, unknown> | null): ApiError {
  if (status >= 400 && typeof answer?.message === "string") return new ApiError("http", { ...answer, status });
  if (status === 401 || status === 503) return new ApiError("http", { status, message: UNREADABLE[status] });
  return new ApiError("parse", { status });
}

const UNREADABLE = {
  401: "Your session has ended. Sign in again.",
  503: "The service can't be reached right now. Try again in a few seconds.",
};
