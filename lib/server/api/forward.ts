import "server-only";
import { bodyOf, type Expected } from "./body";
import { refuse } from "./errors";

const DOWNLOAD = /^\/exports\/[\w-]+(\?|$)/;

/**
 * Forwards a request to the service at API_BASE_URL, which keeps the same contract (docs/rules.md).
 * @param path path and query below the prefix
 * @throws 413, 415; 503 if the service does not respond
 */
export async function forward(
  request: Request,
  { baseUrl, path, body }: { baseUrl: string; path: string; body: Expected },
): Promise<Response> {
  const headers = new Headers(request.headers);
  // The browser opens a download directly: it sends the session cookie, and the transfer may take long.
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
