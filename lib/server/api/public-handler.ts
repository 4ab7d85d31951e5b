import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { database } from "@/lib/server/db/client";

const PUBLIC_METHODS = "GET, HEAD, OPTIONS";
/** Headers that allow pages of any origin to read published content (CORS). */
const CORS_HEADERS = { "access-control-allow-origin": "*" };
/** Cache time in seconds. It is short, so that withdrawn content disappears soon; a CDN may serve stale responses longer. */
const FRESH_SECONDS = 30;
const NO_STORE = { "cache-control": "no-store" };

/** Returns true for a path of the public API. @param prefix path before `/public/` */
export const isPublicPath = (pathname: string, prefix: string) => pathname.startsWith(`${prefix}/public/`);

/** Returns the request without body, cookie and credentials. */
export function stripCredentials({ url, headers }: Request): Request {
  const safeHeaders = new Headers(headers);
  for (const name of ["authorization", "cookie", "content-type", "content-length", "transfer-encoding"])
    safeHeaders.delete(name);
  return new Request(url, { method: "GET", headers: safeHeaders });
}

/**
 * Responds to a GET for published content, identically for every client, so that a CDN can cache it. Returns 304 if the client has the
 * current version.
 * @param address path and query, used as the cache key
 * @param runCall runs the call
 */
export async function handlePublicRequest(
  request: Request,
  address: string,
  runCall: () => Promise<Response>,
  snapshot = currentSnapshot,
): Promise<Response> {
  if (request.method === "OPTIONS") return preflightResponse();
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed();
  const answer = await cachedAnswer(address, runCall, snapshot);
  if (answer instanceof Response) return fileWithCors(request, answer);
  const headers = { ...CORS_HEADERS, "cache-control": cacheControlUntil(answer.until), etag: answer.etag };
  if (ifNoneMatchCheck(request)(answer.etag)) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : answer.body;
  return new Response(body, { headers: { ...headers, "content-type": answer.contentType } });
}

const preflightResponse = () =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      "access-control-allow-methods": PUBLIC_METHODS,
      "access-control-allow-headers": "if-none-match, x-request-id",
      "access-control-max-age": "86400",
    },
  });

function methodNotAllowed() {
  const message = "This can only be read. Send a GET.";
  const body = { status: 405, message, code: "METHOD_NOT_ALLOWED" };
  return Response.json(body, { status: 405, headers: { ...CORS_HEADERS, ...NO_STORE, allow: PUBLIC_METHODS } });
}

/** Adds CORS headers and 304 handling to a picture or page. Keeps its other headers, which decide how clients cache it. */
function fileWithCors(request: Request, file: Response): Response {
  const etag = file.headers.get("etag");
  const headers = new Headers(file.headers);
  for (const [name, value] of Object.entries(CORS_HEADERS)) headers.set(name, value);
  if (etag && ifNoneMatchCheck(request)(etag)) {
    headers.delete("content-length"); // Removes a header that a response without a body must not have.
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : file.body, { status: file.status, headers });
}

/** Returns the Cache-Control header of a response that expires at the time `until` (ms). */
function cacheControlUntil(until: number): string {
  const left = Math.max(0, Math.floor((until - Date.now()) / 1_000));
  if (left <= FRESH_SECONDS) return `public, max-age=${left}`;
  return `public, max-age=${FRESH_SECONDS}, stale-while-revalidate=${Math.min(left - FRESH_SECONDS, FRESH_SECONDS)}`;
}

type CachedAnswer = { held: string; at: number; until: number; body: string; etag: string; contentType: string };
const answerCache = new Map<string, CachedAnswer>();
const CACHE_SIZE_MAX = 200;
/** Maximum age of a cached response in ms, because scheduled content starts and ends without a database write. */
const CACHE_TRUST_MS = 5_000;

/** Returns a cached response until the database's snapshot changes. Reading the snapshot id takes less than 1 ms. */
async function cachedAnswer(address: string, runCall: () => Promise<Response>, snapshot: () => Promise<string>) {
  // Reads the snapshot before computing the response, so that a concurrent change makes the cached response stale.
  const held = await snapshot().catch(() => null);
  const cached = answerCache.get(address);
  if (cached && cached.held === held && Date.now() < Math.min(cached.at + CACHE_TRUST_MS, cached.until)) return cached;
  const response = await runCall();
  if (response.status !== 200) return uncachedError(response);
  if (!response.headers.get("content-type")?.includes("json")) return response;
  const body = await response.text();
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 32)}"`;
  const contentType = response.headers.get("content-type") ?? "application/json";
  const answer = { held: held ?? "", at: Date.now(), until: expiryOf(body), body, etag, contentType };
  answerCache.delete(address);
  if (answerCache.size >= CACHE_SIZE_MAX) answerCache.delete(answerCache.keys().next().value ?? "");
  if (held !== null) answerCache.set(address, answer);
  return answer;
}

/** Returns the time in ms at which a response expires, from its `next_change_at`; infinity without one. */
function expiryOf(body: string): number {
  const { data } = JSON.parse(body) as { data?: { next_change_at?: unknown } | null };
  const at = typeof data?.next_change_at === "string" ? Date.parse(data.next_change_at) : Number.NaN;
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

function uncachedError(response: Response): Response {
  for (const [name, value] of Object.entries({ ...CORS_HEADERS, ...NO_STORE })) response.headers.set(name, value);
  return response;
}

async function currentSnapshot(): Promise<string> {
  const { rows } = await database().db.execute<{ now: string }>(sql`select pg_current_snapshot()::text as now`);
  return rows[0]?.now ?? "";
}

/** Returns a function that checks whether If-None-Match contains an ETag, even if a cache has made the ETag weak. */
export function ifNoneMatchCheck({ headers }: Request): (etag: string) => boolean {
  const tags = headers.get("if-none-match")?.split(",") ?? [];
  return (etag) => tags.some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
