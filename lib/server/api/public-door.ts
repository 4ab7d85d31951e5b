import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { database } from "@/lib/server/db/client";

const METHODS = "GET, HEAD, OPTIONS";
/** Anyone's page may read what is published. */
const FOR_ANYONE = { "access-control-allow-origin": "*" };
/** Short, so that what was withdrawn is gone soon; a CDN may go on with the old while it asks for the new. */
const FRESH_SECONDS = 30;
const STALE = { "cache-control": "no-store" };

export const isPublic = (pathname: string, prefix: string) => pathname.startsWith(`${prefix}/public/`);

/** The same request as a stranger would make it: no cookie, no key, and a body never. */
export function publicRequest({ url, headers }: Request): Request {
  const kept = new Headers(headers);
  for (const name of ["authorization", "cookie", "content-type", "content-length", "transfer-encoding"])
    kept.delete(name);
  return new Request(url, { method: "GET", headers: kept });
}

/**
 * What is published, for anyone: GET alone, the same for everybody, so that a CDN can carry it. A browser that has it
 * already gets a 304.
 * @param address path and query: what the answer depends on
 * @param ask the call behind it
 */
export async function answerPublic(
  request: Request,
  address: string,
  ask: () => Promise<Response>,
  snapshot = snapshotNow,
): Promise<Response> {
  if (request.method === "OPTIONS") return preflight();
  if (request.method !== "GET" && request.method !== "HEAD") return notAllowed();
  const answer = await answerTo(address, ask, snapshot);
  if (answer instanceof Response) return asFile(request, answer);
  const headers = { ...FOR_ANYONE, "cache-control": freshness(answer.until), etag: answer.etag };
  if (knownBy(request)(answer.etag)) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : answer.body;
  return new Response(body, { headers: { ...headers, "content-type": answer.contentType } });
}

const preflight = () =>
  new Response(null, {
    status: 204,
    headers: {
      ...FOR_ANYONE,
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": "if-none-match, x-request-id",
      "access-control-max-age": "86400",
    },
  });

function notAllowed() {
  const message = "This can only be read. Send a GET.";
  const body = { status: 405, message, code: "METHOD_NOT_ALLOWED" };
  return Response.json(body, { status: 405, headers: { ...FOR_ANYONE, ...STALE, allow: METHODS } });
}

/** A picture or page has headers of its own, and is kept by those who asked, not here. */
function asFile(request: Request, file: Response): Response {
  const etag = file.headers.get("etag");
  const headers = new Headers(file.headers);
  for (const [name, value] of Object.entries(FOR_ANYONE)) headers.set(name, value);
  if (etag && knownBy(request)(etag)) {
    headers.delete("content-length"); // Nothing was read, so it would be wrong.
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : file.body, { status: file.status, headers });
}

/** What the clock ends at a moment may be kept until then and no longer. @param until ms of that moment */
function freshness(until: number): string {
  const left = Math.max(0, Math.floor((until - Date.now()) / 1_000));
  if (left <= FRESH_SECONDS) return `public, max-age=${left}`;
  return `public, max-age=${FRESH_SECONDS}, stale-while-revalidate=${Math.min(left - FRESH_SECONDS, FRESH_SECONDS)}`;
}

type Known = { held: string; at: number; until: number; body: string; etag: string; contentType: string };
const known = new Map<string, Known>();
const MOST_KNOWN = 200;
/** What becomes due by the clock alone is nobody's write: nothing is believed for longer. */
const BELIEVED_MS = 5_000;

/**
 * An answer is made again only after somebody wrote something: while the database shows the same snapshot, it holds the
 * same, and asking for that costs less than a millisecond.
 */
async function answerTo(address: string, ask: () => Promise<Response>, snapshot: () => Promise<string>) {
  // Asked before the answer is made: what changes in the meantime makes the answer old, never new.
  const held = await snapshot().catch(() => null);
  const before = known.get(address);
  if (before && before.held === held && Date.now() < Math.min(before.at + BELIEVED_MS, before.until)) return before;
  const response = await ask();
  if (response.status !== 200) return asError(response);
  if (!response.headers.get("content-type")?.includes("json")) return response;
  const body = await response.text();
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 32)}"`;
  const contentType = response.headers.get("content-type") ?? "application/json";
  const answer = { held: held ?? "", at: Date.now(), until: endOf(body), body, etag, contentType };
  known.delete(address);
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? "");
  if (held !== null) known.set(address, answer);
  return answer;
}

/** When the answer ends by the clock, as it says itself in `next_change_at`; in ms. */
function endOf(body: string): number {
  const { data } = JSON.parse(body) as { data?: { next_change_at?: unknown } | null };
  const at = typeof data?.next_change_at === "string" ? Date.parse(data.next_change_at) : Number.NaN;
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

function asError(response: Response): Response {
  for (const [name, value] of Object.entries({ ...FOR_ANYONE, ...STALE })) response.headers.set(name, value);
  return response;
}

async function snapshotNow(): Promise<string> {
  const { rows } = await database().db.execute<{ now: string }>(sql`select pg_current_snapshot()::text as now`);
  return rows[0]?.now ?? "";
}

/** Whether If-None-Match names a tag; a cache on the way may have made it a weak one. */
export function knownBy({ headers }: Request): (etag: string) => boolean {
  const tags = headers.get("if-none-match")?.split(",") ?? [];
  return (etag) => tags.some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
