import "server-only";
import { bodyOf, type Expected } from "./body";
import { refuse } from "./errors";

const DOWNLOAD = /^\/exports\/[\w-]+(\?|$)/;

/**
 * Another service that keeps the contract answers instead (docs/rules.md).
 * @param path path and query below the prefix
 * @throws 413, 415; 503 when it does not answer
 */
export async function forward(
  request: Request,
  { baseUrl, path, body }: { baseUrl: string; path: string; body: Expected },
): Promise<Response> {
  const headers = new Headers(request.headers);
  // A download is opened by the browser itself: it proves the session by the cookie, and may take its time.
  const isDownload = request.method === "GET" && DOWNLOAD.test(path);
  for (const name of ["host", "connection", "content-length", "transfer-encoding"]) headers.delete(name);
  if (!isDownload) headers.delete("cookie");
  const answered = await fetch(`${baseUrl.replace(/\/$/, "")}${path}`, {
    method: request.method,
    headers,
    body: request.method === "GET" ? undefined : await bodyOf(request, body),
    signal: isDownload ? request.signal : AbortSignal.timeout(body.isFile ? 60_000 : 15_000),
  }).catch(() => null);
  if (!answered) throw refuse.unavailable();
  const kept = new Headers(answered.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "set-cookie"]) kept.delete(name);
  return new Response(answered.body, { status: answered.status, headers: kept });
}
