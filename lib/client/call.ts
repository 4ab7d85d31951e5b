import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "@/lib/contract/contract";
import type { Route } from "@/lib/contract/route";
import { IDLE_HEADER, PAGE_ID_HEADER } from "@/lib/session";
import { ApiError } from "./api-error";
import { pageId } from "./page-id";
import { requestIdentityProof } from "./proof";
import { handleSessionEnd, isLoggingOut, logoutSignal, sessionToken } from "./session";
import { isUserIdle } from "./user-activity";
import { anySignal } from "./workarounds/any-signal";

/** Options of an API call. `headers`: additional headers; an Authorization header replaces the session's bearer token. */
type CallContext = { idempotencyKey?: string; headers?: HeadersInit };
type CallOptions = { signal?: AbortSignal; context?: CallContext };
type FetchFunction = (path: string, init: RequestInit) => Promise<Response>;

/** Path prefix of the API on this site. */
export const API_BASE = "/api/v1";
const TIMEOUT_MS = 15_000;

/** Calls the API within this process, for pages rendered on the server. Set by lib/server/api/page-fetch.ts at startup. */
const serverGlobals = globalThis as { crossRiverPayFetch?: FetchFunction };

/**
 * Creates one typed function per API route. Replaces oRPC's client link at a tenth of its size, because the contract declares method and
 * path. `groups` must be routes of the contract, so that each function gets the types declared for its route.
 */
export const apiCallsOf = <Group extends keyof Contract>(groups: Record<Group, Record<string, Route>>) =>
  Object.fromEntries(
    Object.entries<Record<string, Route>>(groups).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls).map(([name, route]) => [
          name,
          (input: object = {}, options: CallOptions = {}) => sendWithIdentityProof(route, input, options),
        ]),
      ),
    ]),
  ) as unknown as Pick<ContractRouterClient<Contract, CallContext>, Group>;

/** Sends a call. If the API requires a proof of identity, asks for it and repeats the call with the same idempotency key. */
export async function sendWithIdentityProof(route: Route, input: object, options: CallOptions): Promise<unknown> {
  try {
    return await sendOnce(route, input, options);
  } catch (error) {
    const needsProof = error instanceof ApiError && error.code === "PROOF_NEEDED" && typeof window !== "undefined";
    if (!needsProof || !(await requestIdentityProof())) throw error;
    return sendOnce(route, input, options);
  }
}

async function sendOnce(route: Route, input: object, { signal, context }: CallOptions): Promise<unknown> {
  if (isLoggingOut()) return new Promise(() => {});
  const fetchApi: FetchFunction = serverGlobals.crossRiverPayFetch ?? fetch;
  const { url, body } = buildRequest(route, input);
  const limit = AbortSignal.timeout(route.timeout ?? TIMEOUT_MS);
  const headers = new Headers(context?.headers);
  const token = typeof window === "undefined" ? undefined : sessionToken();
  if (token && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  if (body) headers.set("content-type", "application/json");
  if (typeof window !== "undefined" && isUserIdle()) headers.set(IDLE_HEADER, "1");
  const page = pageId();
  if (page) headers.set(PAGE_ID_HEADER, page);
  if (context?.idempotencyKey) headers.set("idempotency-key", context.idempotencyKey);

  const throwFetchError = (error: unknown): Promise<never> => {
    if (signal?.aborted) throw error;
    if (isLoggingOut()) return new Promise(() => {});
    throw new ApiError(limit.aborted ? "timeout" : "fetch");
  };
  const response = await fetchApi(url, {
    method: route.method,
    headers,
    body,
    keepalive: route.keepalive,
    // Bypasses the browser's cache of public responses, because admins must see a new publication immediately.
    cache: route.policy === "public" && route.method === "GET" ? "no-cache" : undefined,
    signal: anySignal(limit, ...(signal ? [signal] : []), ...(endsAtLogout(route) ? [logoutSignal] : [])),
  }).catch(throwFetchError);
  if (response.ok && route.file) return { headers: {}, body: await response.blob().catch(throwFetchError) };
  return parseResponseData(route, response.status, await response.text().catch(throwFetchError));
}

/**
 * Returns true if a logout in this browser aborts the request. A request with keepalive, such as the logout itself, is not aborted. Always
 * false on the server, where no admin logs out.
 */
const endsAtLogout = (route: Route) => typeof window !== "undefined" && !route.keepalive;

/** Inserts path parameters into the URL, and puts the other input into the query string or the body. */
function buildRequest(route: Route, input: object) {
  const bodyFields: Record<string, unknown> = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(bodyFields[name]);
    delete bodyFields[name];
    return encodeURIComponent(value);
  });
  if (route.method !== "GET") return { url: API_BASE + path, body: JSON.stringify(bodyFields) };
  const query = new URLSearchParams(
    Object.entries(bodyFields).flatMap(([key, value]) =>
      value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
    ),
  );
  return { url: `${API_BASE}${path}${query.size ? `?${query}` : ""}`, body: undefined };
}

/** Returns the data of a response or throws its error. An expired session (401) leads to sign-in. */
export function parseResponseData(route: Route, status: number, text: string): unknown {
  const answer = parseJson(text);
  if (status >= 200 && status < 300 && answer && hasData(route, answer)) return answer.data;
  const error = toApiError(status, answer);
  if (error.status === 401 && route.policy !== "public" && typeof window !== "undefined")
    handleSessionEnd({ why: error.ended });
  throw error;
}

/** Rejects an empty response unless the route may return null, so that screens never receive null unexpectedly. */
const hasData = ({ nullable }: Route, answer: Record<string, unknown>) =>
  "data" in answer && (answer.data !== null || nullable === true);

function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns the error of a response in the contract's shape; for any other response an error of kind `parse`. */
function toApiError(status: number, answer: Record<string, unknown> | null): ApiError {
  if (status >= 400 && typeof answer?.message === "string") return new ApiError("http", { ...answer, status });
  if (status === 401 || status === 503) return new ApiError("http", { status, message: UNREADABLE_MESSAGES[status] });
  return new ApiError("parse", { status });
}

const UNREADABLE_MESSAGES = {
  401: "Your session has ended. Sign in again.",
  503: "The service can't be reached right now. Try again in a few seconds.",
};
