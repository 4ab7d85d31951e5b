import "server-only";
import { type ExpectedBody, readBody } from "./body";
import { refuse } from "./errors";

const DOWNLOAD_PATH = /^\/exports\/[\w-]+(\?|$)/;

/**
 * Forwards a request to the service at API_BASE_URL, which implements the same contract (docs/rules.md).
 * @param path path and query below the prefix
 * @throws 413, 415; 503 if the service does not respond
 */
export async function forwardRequest(
  request: Request,
  { baseUrl, path, body }: { baseUrl: string; path: string; body: ExpectedBody },
): Promise<Response> {
  const headers = new Headers(request.headers);
  // Sends the session cookie with a download and sets no timeout, because the browser itself opens the download.
  const isDownload = request.method === "GET" && DOWNLOAD_PATH.test(path);
  for (const name of ["host", "connection", "content-length", "transfer-encoding"]) headers.delete(name);
  if (!isDownload) headers.delete("cookie");
  const response = await fetch(`${baseUrl.replace(/\/$/, "")}${path}`, {
    method: request.method,
    headers,
    body: request.method === "GET" ? undefined : await readBody(request, body),
    signal: isDownload ? request.signal : AbortSignal.timeout(body.isFile ? 60_000 : 15_000),
  }).catch(() => null);
  if (!response) throw refuse.unavailable();
  const kept = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "set-cookie"]) kept.delete(name);
  return new Response(response.body, { status: response.status, headers: kept });
}
